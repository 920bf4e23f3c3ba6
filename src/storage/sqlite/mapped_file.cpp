#include "storage/sqlite/mapped_file.hpp"

#include <cstring>

namespace blotter::sql {

MappedFile::MappedFile(sqlite3* handle, std::shared_ptr<FileMap> map)
    : FileMethods(handle, File::database), map_(std::move(map)) {
  xRead = read;
  if (iVersion >= 3) {  // otherwise nothing can be read in place
    xFileControl = control;
    xFetch = fetch;
    xUnfetch = give_back;
  }
  install();
}

const std::byte* MappedFile::find(sqlite3_file* file, sqlite3_int64 begin,
                                  sqlite3_int64 end) const {
  if (!is_wanted_) return nullptr;
  if (!map_->is_within_file(end)) {
    sqlite3_int64 size = 0;
    if (xFileSize(file, &size) != SQLITE_OK) return nullptr;
    map_->set_file_size(size);
  }
  return map_->find(begin, end);
}

int MappedFile::read(sqlite3_file* file, void* bytes, int count, sqlite3_int64 begin) {
  const auto& self = of<MappedFile>(file);
  if (const std::byte* found = self.find(file, begin, begin + count)) {
    std::memcpy(bytes, found, static_cast<std::size_t>(count));
    if (!self.map_->is_damaged()) return SQLITE_OK;
  }
  return self.original().xRead(file, bytes, count, begin);  // reports what is wrong, if anything is
}

int MappedFile::control(sqlite3_file* file, int operation, void* argument) {
  // This would create SQLite's own map.
  if (operation == SQLITE_FCNTL_MMAP_SIZE) return SQLITE_OK;
  return of<MappedFile>(file).original().xFileControl(file, operation, argument);
}

int MappedFile::fetch(sqlite3_file* file, sqlite3_int64 begin, int count, void** bytes) {
  // If nothing is found, SQLite reads the page.
  *bytes = const_cast<std::byte*>(of<MappedFile>(file).find(file, begin, begin + count));
  return SQLITE_OK;
}

/// The map stays, so there is nothing to free.
int MappedFile::give_back(sqlite3_file* /*file*/, sqlite3_int64 /*begin*/, void* /*bytes*/) {
  return SQLITE_OK;
}

}  // namespace blotter::sql
