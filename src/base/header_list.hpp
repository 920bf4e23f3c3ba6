// Reads headers, also those whose value is a list, such as Accept.
#pragma once

#include <algorithm>
#include <string_view>

namespace blotter {

/// Whether two names of headers, codings or media types are the same: case does not matter. They
/// are ASCII; the C library's tolower would look up the locale for each letter.
inline bool same_name(std::string_view left, std::string_view right) {
  const auto lower = [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
  };
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [&](char a, char b) { return lower(a) == lower(b); });
}

/// Without spaces and tabs at both ends.
std::string_view trimmed(std::string_view text);

/// Calls `use` with each part of a list until a call returns true.
template <class Use>
bool any_part(std::string_view list, char separator, Use use) {
  while (!list.empty()) {
    const auto end = std::min(list.find(separator), list.size());
    if (use(trimmed(list.substr(0, end)))) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

/// Whether a header such as `gzip, br;q=0.5` accepts a name; a quality of 0 means no.
bool accepts(std::string_view list, std::string_view name);

}  // namespace blotter
