// The methods (sqlite3_io_methods) by which SQLite uses an open file.
#pragma once

#include <cstdint>

#include <sqlite3.h>

namespace blotter::sql {

/// A derived class replaces some methods and then installs them; `original` are SQLite's own. One
/// class per file.
class FileMethods : protected sqlite3_io_methods {
 public:
  FileMethods(const FileMethods&) = delete;
  FileMethods& operator=(const FileMethods&) = delete;

 protected:
  enum class File : std::uint8_t { database, wal };

  /// Must outlive the open connection. The WAL exists once something was read.
  FileMethods(sqlite3* handle, File which);
  ~FileMethods() = default;
  void install() { file_->pMethods = this; }

  /// The object of a file that has its methods installed.
  template <class Derived>
  static Derived& of(sqlite3_file* file) {
    auto& methods = const_cast<sqlite3_io_methods&>(*file->pMethods);
    return static_cast<Derived&>(static_cast<FileMethods&>(methods));
  }
  [[nodiscard]] const sqlite3_io_methods& original() const { return *original_; }

 private:
  sqlite3_file* file_ = nullptr;
  const sqlite3_io_methods* original_ = nullptr;
};

}  // namespace blotter::sql
