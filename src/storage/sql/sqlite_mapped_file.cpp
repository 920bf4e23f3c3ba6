#include "storage/sql/sqlite_mapped_file.hpp"

namespace blotter::sql {

MappedFile::MappedFile(sqlite3* handle, std::shared_ptr<FileMap> map)
    : FileMethods(handle, File::database), map_(std::move(map)) {
  if (iVersion < 3) return;  // it cannot be read in place
  xFileControl = control;
  xFetch = fetch;
  xUnfetch = give_back;
}

int MappedFile::control(sqlite3_file* file, int operation, void* argument) {
  // This would make a map of SQLite's own.
  if (operation == SQLITE_FCNTL_MMAP_SIZE) return SQLITE_OK;
  return of<MappedFile>(file).usual().xFileControl(file, operation, argument);
}

int MappedFile::fetch(sqlite3_file* file, sqlite3_int64 begin, int count, void** bytes) {
  const auto& self = of<MappedFile>(file);
  *bytes = nullptr;  // SQLite then reads in the usual way
  if (!self.is_wanted_) return SQLITE_OK;
  const sqlite3_int64 end = begin + count;
  if (!self.map_->is_within_file(end)) {
    sqlite3_int64 size = 0;
    if (self.xFileSize(file, &size) != SQLITE_OK) return SQLITE_OK;
    self.map_->set_file_size(size);
  }
  *bytes = const_cast<std::byte*>(self.map_->find(begin, end));
  return SQLITE_OK;
}

/// The map stays, whatever is given back.
int MappedFile::give_back(sqlite3_file* /*file*/, sqlite3_int64 /*begin*/, void* /*bytes*/) {
  return SQLITE_OK;
}

}  // namespace blotter::sql
