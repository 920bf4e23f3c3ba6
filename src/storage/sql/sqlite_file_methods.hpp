// The methods by which SQLite uses a file that it has open.
#pragma once

#include <cstdint>

#include <sqlite3.h>

namespace blotter::sql {

/// A derived class replaces some methods and then installs them; `usual` are SQLite's own. One
/// class per file.
class FileMethods : protected sqlite3_io_methods {
 public:
  FileMethods(const FileMethods&) = delete;
  FileMethods& operator=(const FileMethods&) = delete;

 protected:
  enum class File : std::uint8_t { database, log };

  /// Must live longer than the connection is open. The log is there once something was read.
  FileMethods(sqlite3* handle, File which);
  ~FileMethods() = default;
  void install() { file_->pMethods = this; }

  /// Of a file that has them.
  template <class Derived>
  static Derived& of(sqlite3_file* file) {
    auto& methods = const_cast<sqlite3_io_methods&>(*file->pMethods);
    return static_cast<Derived&>(static_cast<FileMethods&>(methods));
  }
  [[nodiscard]] const sqlite3_io_methods& usual() const { return *usual_; }

 private:
  sqlite3_file* file_ = nullptr;
  const sqlite3_io_methods* usual_ = nullptr;
};

}  // namespace blotter::sql
