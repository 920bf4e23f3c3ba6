// Read connections to one SQLite file, each used by one piece of work at a time.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "storage/sql/sqlite.hpp"
#include "storage/store.hpp"

namespace blotter::storage {

/// A thread that reads takes the connection that was given back last, whose pages are warm; so as
/// many exist as were ever needed at once: one per thread, and one per listing that is being sent.
class ReaderPool : public std::enable_shared_from_this<ReaderPool> {
 public:
  explicit ReaderPool(std::string path) : path_(std::move(path)) {}

  struct Lease {
    std::shared_ptr<sql::Connection>
        connection;  // inside a read transaction; its end gives it back
    Listings listings;
  };
  /// Throws Overloaded when too many are in use.
  Lease take();

 private:
  void give_back(std::unique_ptr<sql::SqliteConnection> connection) noexcept;
  std::unique_ptr<sql::SqliteConnection> idle_or_new();

  const std::string path_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<sql::SqliteConnection>> idle_;
  std::size_t in_use_ = 0;
};

}  // namespace blotter::storage
