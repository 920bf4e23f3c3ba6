#include "base/header_list.hpp"

namespace blotter {

std::string_view trimmed(std::string_view text) {
  const auto from = text.find_first_not_of(" \t");
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(" \t") - from + 1);
}

bool accepts(std::string_view list, std::string_view name) {
  return any_part(list, ',', [&](std::string_view part) {
    const auto semicolon = std::min(part.find(';'), part.size());
    if (!same_name(trimmed(part.substr(0, semicolon)), name)) return false;
    return !any_part(part.substr(semicolon), ';', [](std::string_view parameter) {
      return parameter.starts_with("q=") &&
             parameter.find_first_not_of("0.", 2) == std::string_view::npos;
    });
  });
}

}  // namespace blotter
