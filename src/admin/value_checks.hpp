// Checks of the values of options, for the library that parses them: each says what a value must
// be.
#pragma once

#include <charconv>
#include <functional>
#include <string>

#include <CLI/App.hpp>
#include <fmt/format.h>

namespace blotter::admin {

/// `find_fault` gives the rest of the sentence that the option's name begins, or nothing.
inline CLI::Validator checked_by(std::function<std::string(const std::string&)> find_fault) {
  return {std::move(find_fault), ""};
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

/// The URL of a store, which need not be there.
CLI::Validator store_url();

}  // namespace blotter::admin
