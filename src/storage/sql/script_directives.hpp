// Scripts are written for both engines. What only one engine understands is in comments, which its
// driver replaces with SQL; the migrations list them.
#pragma once

#include <string>
#include <string_view>

namespace blotter::sql {

inline void replace_all(std::string& text, std::string_view mark, std::string_view meaning) {
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
    text.replace(at, mark.size(), meaning);
  }
}

}  // namespace blotter::sql
