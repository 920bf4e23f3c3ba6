#include "storage/sqlite/reader_pool.hpp"

namespace blotter::storage {
namespace {

// Slow readers of long lists may hold this many snapshots; the rest is kept for short reads, which
// need only one connection per thread.
constexpr std::size_t listings_max = 64;
constexpr std::size_t connections_max = 192;
constexpr std::size_t idle_max = 16;
// The connections of the usual short reads; further ones exist only while many lists are sent.
constexpr std::size_t well_cached_max = 4;

}  // namespace

void ReaderPool::Lease::confirm() const {
  if (trusted != nullptr && trusted->is_damaged())
    throw sql::Failure("the disk gave only a part of the file");
}

ReaderPool::ReaderPool(std::string path, std::shared_ptr<sql::FileMap> map)
    : path_(std::move(path)), map_(std::move(map)) {
  idle_.reserve(idle_max);  // giving back must not fail
}

std::unique_ptr<ReaderPool::Member> ReaderPool::idle_or_new() {
  bool is_among_first = false;
  {
    const std::scoped_lock lock(mutex_);
    if (in_use_ >= connections_max) throw Overloaded();
    ++in_use_;
    is_among_first = in_use_ <= well_cached_max;
    if (!idle_.empty()) {
      auto member = std::move(idle_.back());
      idle_.pop_back();
      return member;
    }
  }
  try {
    auto member = std::make_unique<Member>();
    member->connection =
        std::make_unique<sql::SqliteConnection>(path_, sql::SqliteConnection::Access::read);
    if (map_) {
      member->connection->read_in_place(map_);
    } else if (is_among_first) {
      member->connection->use_large_cache();
    }
    return member;
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
  auto* member = idle_or_new().release();
  std::shared_ptr<sql::SqliteConnection> connection(
      member->connection.get(), [pool = shared_from_this(), member](auto*) noexcept {
        pool->give_back(std::unique_ptr<Member>(member));
      });
  renew(*member, snapshot);
  const std::scoped_lock lock(mutex_);
  return {std::move(connection), in_use_ <= listings_max,
          map_ && !map_->is_damaged() ? map_.get() : nullptr};
}

void ReaderPool::renew(Member& member, Snapshot snapshot) {
  // Read before the snapshot begins: at worst a newer snapshot is taken for an older one.
  const std::uint64_t generation = generation_.load(std::memory_order_acquire);
  const auto now = CoarseClock::now();
  const bool is_current = member.has_snapshot && member.generation == generation &&
                          now - member.began < snapshot_age_max;
  if (is_current && snapshot == Snapshot::recent) return;
  if (member.has_snapshot) member.connection->rollback();
  member.has_snapshot = false;
  member.connection->begin_read();
  member = {std::move(member.connection), generation, now, true};
}

void ReaderPool::give_back(std::unique_ptr<Member> member) noexcept {
  const std::scoped_lock lock(mutex_);
  --in_use_;
  if (idle_.size() < idle_max) idle_.push_back(std::move(member));
}

void ReaderPool::release_idle() {
  const std::scoped_lock lock(mutex_);
  for (const auto& member : idle_) {
    if (member->has_snapshot) member->connection->rollback();
    member->has_snapshot = false;
  }
}

}  // namespace blotter::storage
