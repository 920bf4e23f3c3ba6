// The content of a database file, to compare before and after.
#pragma once

#include <stdexcept>
#include <string>

#include <sqlite3.h>

namespace blotter::testing {

/// The rows of all tables that operations may change, in a fixed order.
inline std::string dump(const std::string& path) {
  sqlite3* handle = nullptr;
  if (sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READWRITE, nullptr) != SQLITE_OK) {
    throw std::runtime_error("cannot open the database beside the store");
  }
  std::string text;
  const auto add_row = [](void* out, int columns, char** values, char**) {
    for (int i = 0; i < columns; ++i) {
      static_cast<std::string*>(out)->append(values[i] == nullptr ? "null" : values[i]).append("|");
    }
    static_cast<std::string*>(out)->append("\n");
    return 0;
  };
  for (const char* query :
       {"select * from guild order by 1", "select * from civilian order by 1, 2",
        "select * from vehicle order by 1, 2", "select * from firearm order by 1, 2",
        "select * from entry order by 1, 2, 3, 4", "select * from event order by 1, 2",
        "select * from penal_code order by 1, 2"}) {
    text.append(query).append("\n");
    if (sqlite3_exec(handle, query, add_row, &text, nullptr) != SQLITE_OK) {
      throw std::runtime_error(sqlite3_errmsg(handle));
    }
  }
  sqlite3_close(handle);
  return text;
}

}  // namespace blotter::testing
