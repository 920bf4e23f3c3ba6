// What can be found out about a store without changing it: no schema is created or migrated, and no
// file appears beside it.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/store.hpp"

namespace blotter {

enum class StoreEngine : std::uint8_t { sqlite, postgres };

enum class StoreState : std::uint8_t {
  absent,      // no such file
  unreadable,  // it cannot be opened; `problem` says why
  empty,       // no tables yet: the server creates them
  foreign,     // another program's database
  older,       // the server migrates its schema when it starts
  current,
  newer  // written by a later version of this program
};

struct StoreFacts {
  StoreEngine engine = StoreEngine::sqlite;
  /// For messages: without a password.
  std::string place;
  /// The absolute path of the database file; only with SQLite.
  std::filesystem::path file = {};
  StoreState state = StoreState::absent;
  std::string problem = {};

  std::int64_t schema = 0;
  std::int64_t known_schema = 0;
  /// Such as 3.40.1 or 15.4; empty when the server could not be reached.
  std::string engine_version = {};
  /// In the numbering of SQLite and PostgreSQL: 3040001, 150004.
  std::int64_t engine_version_number = 0;
  /// What SQLite's `quick_check` of the whole file reports; only with SQLite. Empty is good.
  std::vector<std::string> damage = {};

  // Only for a store whose schema is current.
  NewestEvent newest = {};
  std::size_t guilds = 0;
  std::vector<StoredKey> keys = {};
  /// Connections that PostgreSQL accepts from users who are not superusers.
  std::int64_t connections_max = 0;
};

/// The absolute path of the file that a SQLite URL names; nothing for another engine. Throws
/// StoreError when the URL is not a store URL.
std::optional<std::filesystem::path> database_file(std::string_view url);

/// Throws StoreError when the URL is not a store URL. Every other problem is reported as a fact.
/// Waits for a database server no longer than `time_max`.
StoreFacts inspect_store(std::string_view url, std::chrono::milliseconds time_max);

/// Whether the URL contains a password.
bool holds_password(std::string_view url);

/// Where the store is, without password and parameters. Throws StoreError when the URL is not a
/// store URL.
std::string without_password(std::string_view url);

}  // namespace blotter
