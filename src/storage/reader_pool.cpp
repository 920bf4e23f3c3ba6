#include "storage/reader_pool.hpp"

namespace blotter::storage {
namespace {

// Slow readers of long lists may hold this many snapshots; the rest is kept for short reads, which
// need only one connection per thread.
constexpr std::size_t listings_max = 64;
constexpr std::size_t connections_max = 192;
constexpr std::size_t idle_max = 16;

}  // namespace

std::unique_ptr<sql::SqliteConnection> ReaderPool::idle_or_new() {
  {
    const std::scoped_lock lock(mutex_);
    if (in_use_ >= connections_max) throw Overloaded();
    ++in_use_;
    if (!idle_.empty()) {
      auto connection = std::move(idle_.back());
      idle_.pop_back();
      return connection;
    }
  }
  try {
    return std::make_unique<sql::SqliteConnection>(path_, sql::SqliteConnection::Access::read);
  } catch (...) {
    const std::scoped_lock lock(mutex_);
    --in_use_;
    throw;
  }
}

ReaderPool::Lease ReaderPool::take() {
  auto* connection = idle_or_new().release();
  const std::shared_ptr<sql::Connection> lease(
      connection, [pool = shared_from_this()](sql::Connection* used) noexcept {
        pool->give_back(
            std::unique_ptr<sql::SqliteConnection>(static_cast<sql::SqliteConnection*>(used)));
      });
  lease->begin_read();
  const std::scoped_lock lock(mutex_);
  return {lease, in_use_ <= listings_max ? Listings::allowed : Listings::refused};
}

void ReaderPool::give_back(std::unique_ptr<sql::SqliteConnection> connection) noexcept {
  connection->rollback();
  const std::scoped_lock lock(mutex_);
  --in_use_;
  if (idle_.size() < idle_max) idle_.push_back(std::move(connection));
}

}  // namespace blotter::storage
