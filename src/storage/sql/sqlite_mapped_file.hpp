// How a connection of SQLite reads its file in place.
#pragma once

#include <memory>

#include <sqlite3.h>

#include "storage/sql/connection.hpp"
#include "storage/sql/file_map.hpp"

namespace blotter::sql {

/// The file's methods with two of them replaced. SQLite has a map of its own, but gives it up
/// whenever another connection has changed the file, and each connection has one for itself.
class MappedFile : private sqlite3_io_methods {
 public:
  /// Must live longer than the connection is open.
  MappedFile(sqlite3* handle, std::shared_ptr<FileMap> map);

  /// What is read in place counts as our memory, which must not follow the length of a list.
  void prepare_for(RowCount rows) { is_wanted_ = rows == RowCount::bounded; }

 private:
  static const MappedFile& of(const sqlite3_file* file);
  static int control(sqlite3_file* file, int operation, void* argument);
  static int fetch(sqlite3_file* file, sqlite3_int64 begin, int count, void** bytes);
  static int give_back(sqlite3_file* file, sqlite3_int64 begin, void* bytes);

  const sqlite3_io_methods* usual_ = nullptr;
  std::shared_ptr<FileMap> map_;
  bool is_wanted_ = true;
};

}  // namespace blotter::sql
