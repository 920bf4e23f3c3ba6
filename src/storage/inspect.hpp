// What can be found out about a store without changing it: no schema is made or brought up to date,
// and no file appears beside it.
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
  empty,       // no tables yet: the server makes them
  foreign,     // another program's database
  older,       // the server brings its schema up to date at its start
  current,
  newer  // of a later version of this program
};

struct StoreFacts {
  StoreEngine engine = StoreEngine::sqlite;
  /// For people: without a password.
  std::string place;
  /// The database's file, absolute; only with SQLite.
  std::filesystem::path file = {};
  StoreState state = StoreState::absent;
  std::string problem = {};

  std::int64_t schema = 0;
  std::int64_t known_schema = 0;
  /// As in 3.40.1 or 15.4; empty when the server could not be asked.
  std::string engine_version = {};
  /// As SQLite and PostgreSQL count: 3040001, 150004.
  std::int64_t engine_version_number = 0;
  /// What a look through the whole file found; only with SQLite. Nothing is good news.
  std::vector<std::string> damage = {};

  // Only of a store whose schema is the program's.
  NewestEvent newest = {};
  std::size_t guilds = 0;
  std::vector<StoredKey> keys = {};
  /// Connections that PostgreSQL takes from users who are no superusers.
  std::int64_t connections_max = 0;
};

/// The file that a URL of SQLite means, absolute; nothing for a store of another engine. Throws
/// StoreError when the URL is none of a store.
std::optional<std::filesystem::path> database_file(std::string_view url);

/// Throws StoreError when the URL is none of a store. All else that is wrong is a fact. Waits for a
/// database behind a network no longer than `time_max`.
StoreFacts inspect_store(std::string_view url, std::chrono::milliseconds time_max);

/// Whether whoever reads the URL knows a password then.
bool holds_password(std::string_view url);

/// Where the store is, without a password and without parameters. Throws StoreError when the URL is
/// none of a store.
std::string without_password(std::string_view url);

}  // namespace blotter
