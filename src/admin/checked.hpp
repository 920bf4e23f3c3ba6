// Values of options, parsed.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <CLI/Error.hpp>
#include <fmt/format.h>

namespace blotter::admin {

/// The option's value, or one line that names the option and what was given.
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
