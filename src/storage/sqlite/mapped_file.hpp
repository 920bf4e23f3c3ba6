// How a SQLite connection reads its file in place.
#pragma once

#include <memory>

#include "storage/sql/connection.hpp"
#include "storage/sqlite/file_map.hpp"
#include "storage/sqlite/file_methods.hpp"

namespace blotter::sql {

/// SQLite has its own memory map, but one per connection, and it drops the map whenever another
/// connection has changed the file. Pages that cannot be used in place are copied from our map,
/// which is cheaper than a system call for each.
class MappedFile : public FileMethods {
 public:
  MappedFile(sqlite3* handle, std::shared_ptr<FileMap> map);

  /// What is read in place counts as our memory, which must not grow with the length of a list.
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
