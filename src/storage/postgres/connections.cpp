#include "storage/postgres/connections.hpp"

namespace blotter::storage {

std::shared_ptr<sql::PostgresConnection> Connections::take(SteadyClock::time_point deadline) {
  std::unique_ptr<sql::PostgresConnection> taken;
  {
    const std::scoped_lock lock(mutex_);
    if (!idle_.empty()) {
      taken = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (!taken) taken = connect(deadline);
  taken->set_deadline(deadline);
  return {taken.release(), [pool = shared_from_this()](sql::PostgresConnection* connection) {
            pool->give_back(std::unique_ptr<sql::PostgresConnection>(connection));
          }};
}

std::unique_ptr<sql::PostgresConnection> Connections::connect(SteadyClock::time_point deadline) {
  try {
    auto made = std::make_unique<sql::PostgresConnection>(address_, settings_, patience_, deadline);
    note_success();
    return made;
  } catch (const sql::Failure&) {
    last_refusal_ = SteadyClock::now();
    throw;
  }
}

void Connections::give_back(std::unique_ptr<sql::PostgresConnection> connection) noexcept {
  connection->leave_transaction();
  std::vector<std::unique_ptr<sql::PostgresConnection>> dead;
  const std::scoped_lock lock(mutex_);
  if (connection->is_broken()) {
    // What ended this one has most likely ended the others.
    dead.swap(idle_);
  } else {
    idle_.push_back(std::move(connection));
  }
}

}  // namespace blotter::storage
