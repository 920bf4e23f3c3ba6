// Checks of option values, for the library that parses them. Each check says what a value must be.
#pragma once

#include <charconv>
#include <functional>
#include <string>

#include <CLI/App.hpp>
#include <fmt/format.h>

namespace blotter::admin {

/// `find_error` returns the rest of a sentence that begins with the option's name, or an empty
/// string.
inline CLI::Validator checked_by(std::function<std::string(const std::string&)> find_error) {
  return {std::move(find_error), ""};
}

/// A number within bounds.
template <class T>
CLI::Validator in_range(T least, T most) {
  return checked_by([=](const std::string& text) {
    T number{};
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    const bool is_number = error == std::errc{} && rest == end;
    if (is_number && number >= least && number <= most) return std::string();
    return fmt::format("must be a number from {} to {}, not {}", least, most, text);
  });
}

/// The URL of a store, which need not exist.
CLI::Validator store_url();

/// Returns the parsed value, or throws one line that names the option and the value.
template <class Parse>
auto checked(std::string_view option, const std::string& text, Parse parse) {
  auto parsed = parse(text);
  if (!parsed) {
    throw CLI::ValidationError(std::string(option),
                               fmt::format("{}, not {}", parsed.error(), text));
  }
  return std::move(*parsed);
}

}  // namespace blotter::admin
