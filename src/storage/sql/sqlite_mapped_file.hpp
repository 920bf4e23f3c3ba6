// How a connection of SQLite reads its file in place.
#pragma once

#include <memory>

#include "storage/sql/connection.hpp"
#include "storage/sql/file_map.hpp"
#include "storage/sql/sqlite_file_methods.hpp"

namespace blotter::sql {

/// SQLite has a map of its own, but gives it up whenever another connection has changed the file,
/// and each connection has one for itself. Pages that cannot be used in place are copied from the
/// map, which is cheaper than to ask the system for each.
class MappedFile : public FileMethods {
 public:
  MappedFile(sqlite3* handle, std::shared_ptr<FileMap> map);

  /// What is read in place counts as our memory, which must not follow the length of a list.
  void prepare_for(RowCount rows) { is_wanted_ = rows == RowCount::bounded; }

 private:
  static int read(sqlite3_file* file, void* bytes, int count, sqlite3_int64 begin);
  static int control(sqlite3_file* file, int operation, void* argument);
  static int fetch(sqlite3_file* file, sqlite3_int64 begin, int count, void** bytes);
  static int give_back(sqlite3_file* file, sqlite3_int64 begin, void* bytes);

  const std::byte* find(sqlite3_file* file, sqlite3_int64 begin, sqlite3_int64 end) const;

  std::shared_ptr<FileMap> map_;
  bool is_wanted_ = true;
};

}  // namespace blotter::sql
