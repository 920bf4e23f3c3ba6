// Scripts are written for both engines. What only one engine understands is in comments
// (directives), which its driver replaces with SQL: `clustered`, `by guild`, `bytes`, `locked`,
// `only SQLite … only SQLite` and `only PostgreSQL … only PostgreSQL`.
#pragma once

#include <string>
#include <string_view>

namespace blotter::sql {

inline void replace_all(std::string& text, std::string_view directive, std::string_view sql) {
  for (auto at = text.find(directive); at != std::string::npos; at = text.find(directive, at)) {
    text.replace(at, directive.size(), sql);
  }
}

}  // namespace blotter::sql
