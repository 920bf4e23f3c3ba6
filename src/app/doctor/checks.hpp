// The checks of `blotter doctor`. Each gets only what it needs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/doctor/check.hpp"
#include "app/doctor/running_server.hpp"
#include "app/options.hpp"
#include "base/clock.hpp"
#include "storage/inspect.hpp"

namespace blotter::app::doctor {

// checks_config.cpp

/// `path` is the configuration file, if any; `problem` what `serve` would report about it.
Check check_config(const ServeOptions& options, const std::string& path,
                   const std::optional<std::string>& problem);

// checks_store.cpp

/// Whether it opens and is Blotter's; its schema; with SQLite, whether it is damaged.
Checks check_store(const StoreFacts& facts, const ServeOptions& options);

// checks_versions.cpp

Check check_sqlite_version(std::int64_t number, const std::string& version);
Check check_postgres_version(std::int64_t number, const std::string& version, Timestamp now);

// checks_files.cpp: for a SQLite store

/// Owner and mode of the database and the files next to it. `user` runs this process. Empty when
/// the database does not exist.
std::optional<Check> check_files(const std::filesystem::path& database, unsigned user);
Check check_disk(const std::filesystem::path& database);
Check check_free_space(std::uint64_t free_bytes);
Check check_file_system(const std::filesystem::path& database);
/// By the number from statfs.
Check describe_file_system(std::int64_t type);

// checks_clock.cpp

Check check_clock(Timestamp now, Timestamp newest_event);

// checks_network.cpp

Check check_port(const ServeOptions& options, const RunningServer& server);
Check check_metrics_port(const ServeOptions& options, const RunningServer& server);
Check check_server(const ServeOptions& options, const RunningServer& server);
Check check_descriptors(const ServeOptions& options);

// checks_tls.cpp

Checks check_tls(const ServeOptions& options, const RunningServer& server, Timestamp now);

// checks_key.cpp

struct GivenKey {
  /// Or the rule that the text breaks; such text is never sent.
  Parsed<KeySecret> secret;
  /// Empty for any guild of the key.
  std::string guild;
};

Check check_key(const GivenKey& given, const StoreFacts& store, const ServeOptions& options,
                const RunningServer& server, Timestamp now);

}  // namespace blotter::app::doctor
