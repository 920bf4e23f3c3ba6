#include "storage/postgres/connection_pool.hpp"

namespace blotter::storage {

std::shared_ptr<sql::PostgresConnection> ConnectionPool::take(SteadyClock::time_point deadline) {
  std::unique_ptr<sql::PostgresConnection> taken;
  {
    const std::scoped_lock lock(mutex_);
    if (!idle_.empty()) {
      taken = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (!taken) taken = connect_for_pool(deadline);
  taken->set_deadline(deadline);
  return {taken.release(), [pool = shared_from_this()](sql::PostgresConnection* connection) {
            pool->give_back(std::unique_ptr<sql::PostgresConnection>(connection));
          }};
}

std::unique_ptr<sql::PostgresConnection> ConnectionPool::connect(SteadyClock::time_point deadline) {
  return std::make_unique<sql::PostgresConnection>(address_, settings_, wait_limit_, deadline);
}

std::unique_ptr<sql::PostgresConnection> ConnectionPool::connect_for_pool(
    SteadyClock::time_point deadline) {
  try {
    auto made = connect(deadline);
    note_success();
    return made;
  } catch (const sql::Failure&) {
    last_refusal_ = SteadyClock::now();
    throw;
  }
}

void ConnectionPool::give_back(std::unique_ptr<sql::PostgresConnection> connection) noexcept {
  connection->leave_transaction();
  std::vector<std::unique_ptr<sql::PostgresConnection>> dead;
  const std::scoped_lock lock(mutex_);
  if (connection->is_broken()) {
    // The cause has most likely broken the others too.
    dead.swap(idle_);
  } else {
    idle_.push_back(std::move(connection));
  }
}

}  // namespace blotter::storage
