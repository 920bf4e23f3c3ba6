#include "storage/sqlite/reader_pool.hpp"

namespace blotter::storage {
namespace {

// Slow readers of long lists may hold this many snapshots; the rest is for short reads, which need
// only one connection per thread.
constexpr std::size_t listings_max = 64;
constexpr std::size_t connections_max = 192;
constexpr std::size_t idle_max = 16;
// The connections of normal short reads; more exist only while many lists are sent.
constexpr std::size_t well_cached_max = 4;

}  // namespace

void ReaderPool::Lease::confirm() const {
  if (trusted != nullptr && trusted->is_damaged())
    throw sql::Failure("the disk returned only a part of the file");
}

ReaderPool::ReaderPool(std::string path, std::shared_ptr<sql::FileMap> map)
    : path_(std::move(path)), map_(std::move(map)) {
  idle_.reserve(idle_max);  // giving back must not throw
}

std::unique_ptr<ReaderPool::PooledConnection> ReaderPool::idle_or_new() {
  bool is_among_first = false;
  {
    const std::scoped_lock lock(mutex_);
    if (in_use_ >= connections_max) throw Overloaded();
    ++in_use_;
    is_among_first = in_use_ <= well_cached_max;
    if (!idle_.empty()) {
      auto pooled = std::move(idle_.back());
      idle_.pop_back();
      return pooled;
    }
  }
  try {
    auto pooled = std::make_unique<PooledConnection>();
    pooled->connection =
        std::make_unique<sql::SqliteConnection>(path_, sql::SqliteConnection::Access::read);
    if (map_) {
      pooled->connection->read_in_place(map_);
    } else if (is_among_first) {
      pooled->connection->use_large_cache();
    }
    return pooled;
  } catch (...) {
    forget_one();
    throw;
  }
}

void ReaderPool::forget_one() {
  const std::scoped_lock lock(mutex_);
  --in_use_;
}

ReaderPool::Lease ReaderPool::take(Snapshot snapshot) {
  auto* pooled = idle_or_new().release();
  std::shared_ptr<sql::SqliteConnection> connection(
      pooled->connection.get(), [pool = shared_from_this(), pooled](auto*) noexcept {
        pool->give_back(std::unique_ptr<PooledConnection>(pooled));
      });
  renew(*pooled, snapshot);
  const std::scoped_lock lock(mutex_);
  return {std::move(connection), in_use_ <= listings_max,
          map_ && !map_->is_damaged() ? map_.get() : nullptr};
}

void ReaderPool::renew(PooledConnection& pooled, Snapshot snapshot) {
  // Read before the snapshot begins: at worst a newer snapshot is taken for an older one.
  const std::uint64_t generation = generation_.load(std::memory_order_acquire);
  const auto now = CoarseClock::now();
  const bool is_current = pooled.has_snapshot && pooled.generation == generation &&
                          now - pooled.began < snapshot_age_max;
  if (is_current && snapshot == Snapshot::recent) return;
  if (pooled.has_snapshot) pooled.connection->rollback();
  pooled.has_snapshot = false;
  pooled.connection->begin_read();
  pooled = {std::move(pooled.connection), generation, now, true};
}

void ReaderPool::give_back(std::unique_ptr<PooledConnection> pooled) noexcept {
  const std::scoped_lock lock(mutex_);
  --in_use_;
  if (idle_.size() < idle_max) idle_.push_back(std::move(pooled));
}

void ReaderPool::release_idle() {
  const std::scoped_lock lock(mutex_);
  for (const auto& pooled : idle_) {
    if (pooled->has_snapshot) pooled->connection->rollback();
    pooled->has_snapshot = false;
  }
}

}  // namespace blotter::storage
