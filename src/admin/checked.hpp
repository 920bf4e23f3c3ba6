// Values of options, parsed.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "storage/store.hpp"

namespace blotter::admin {

/// The option's value, or one line that names the option and what was given.
template <class Parse>
auto checked(std::string_view option, const std::string& text, Parse parse) {
  auto parsed = parse(text);
  if (!parsed) throw StoreError(fmt::format("{} {}, not {}", option, parsed.error(), text));
  return std::move(*parsed);
}

}  // namespace blotter::admin
