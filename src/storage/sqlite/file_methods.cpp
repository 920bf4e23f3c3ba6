#include "storage/sqlite/file_methods.hpp"

#include "storage/sql/connection.hpp"

namespace blotter::sql {

FileMethods::FileMethods(sqlite3* handle, File which) : sqlite3_io_methods{} {
  const int pointer =
      which == File::database ? SQLITE_FCNTL_FILE_POINTER : SQLITE_FCNTL_JOURNAL_POINTER;
  sqlite3_file_control(handle, "main", pointer, static_cast<void*>(&file_));
  if (file_ == nullptr || file_->pMethods == nullptr)
    throw Failure("SQLite does not provide its file");
  original_ = file_->pMethods;
  static_cast<sqlite3_io_methods&>(*this) = *original_;
}

}  // namespace blotter::sql
