#include <cerrno>
#include <unistd.h>

#include <fmt/format.h>

#include "app/doctor/checks.hpp"
#include "app/doctor/file_mode.hpp"

namespace blotter::app::doctor {
namespace {

std::string counted(std::size_t number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

std::string shown(const StoreFacts& facts) {
  return facts.engine == StoreEngine::sqlite ? facts.file.string() : facts.place;
}

constexpr const char* damage_advice =
    "stop the server and restore a backup; see \"A damaged store\" in OPERATIONS.md";

/// The file, or the nearest folder above it that this user can see.
std::filesystem::path nearest_visible(std::filesystem::path path) {
  while (!status_of(path.string()) && path.has_relative_path()) path = path.parent_path();
  return path;
}

/// The file of an unreadable store that this user may not open, if that is the reason. Only the
/// file's owner can find other problems.
std::optional<std::filesystem::path> forbidden_file(const StoreFacts& facts) {
  if (facts.engine != StoreEngine::sqlite || facts.state != StoreState::unreadable) return {};
  for (const char* suffix : {"", "-wal", "-shm"}) {
    std::filesystem::path path = facts.file.string() + suffix;
    if (::access(path.c_str(), R_OK | W_OK) != 0 && (errno == EACCES || errno == EPERM)) {
      return path;
    }
  }
  return std::nullopt;
}

Check check_forbidden(const std::filesystem::path& file, const ServeOptions& options) {
  const auto visible = nearest_visible(file);
  const auto status = status_of(visible.string());
  return {"store", Status::error,
          fmt::format("{} cannot open {}", user_name(geteuid()), file.string()),
          fmt::format("run this as the owner of {}: runuser -u {} -- blotter doctor{}",
                      visible.string(), user_name(status ? status->st_uid : 0),
                      options.config.empty() ? "" : " --config " + options.config)};
}

Check check_absent(const StoreFacts& facts) {
  const std::string folder = facts.file.parent_path().string();
  if (!status_of(folder)) {
    return {"store", Status::error, fmt::format("there is no folder {}", folder),
            "create it, or correct --store"};
  }
  if (::access(folder.c_str(), W_OK) != 0) {
    return {"store", Status::error,
            fmt::format("there is no file {}, and {} cannot create one", shown(facts),
                        user_name(geteuid())),
            fmt::format("run this as the owner of {}, or correct --store", folder)};
  }
  return {
      "store", Status::warning, fmt::format("there is no file {} yet", shown(facts)),
      "blotter serve creates it; if you expected records, check --store and the current folder"};
}

Check check_unreadable(const StoreFacts& facts, const ServeOptions& options) {
  if (facts.engine == StoreEngine::postgres) {
    return {"store", Status::error, fmt::format("{}: {}", shown(facts), facts.problem),
            "check that the database runs, its address, user and password"};
  }
  if (const auto file = forbidden_file(facts)) return check_forbidden(*file, options);
  const bool is_readable = ::access(facts.file.c_str(), R_OK) == 0;
  return {"store", Status::error, fmt::format("{}: {}", shown(facts), facts.problem),
          is_readable ? damage_advice : "correct --store"};
}

Check check_opened(const StoreFacts& facts, const ServeOptions& options) {
  switch (facts.state) {
    case StoreState::absent: return check_absent(facts);
    case StoreState::unreadable: return check_unreadable(facts, options);
    case StoreState::foreign:
      return {"store", Status::error,
              fmt::format("{} is a database of another program", shown(facts)),
              "correct --store; Blotter needs a database of its own"};
    case StoreState::empty:
      return {"store", Status::ok, fmt::format("{} is empty", shown(facts)),
              "blotter serve creates the tables"};
    case StoreState::older:
    case StoreState::newer: return {"store", Status::ok, shown(facts)};
    case StoreState::current: break;
  }
  Check check{"store", Status::ok,
              fmt::format("{}, {}, {}", shown(facts), counted(facts.guilds, "guild"),
                          counted(facts.keys.size(), "key"))};
  if (facts.guilds == 0) check.advice = "create a guild with blotter key create --guild NAME";
  return check;
}

std::optional<Check> check_schema(const StoreFacts& facts) {
  const std::string versions =
      fmt::format("version {}, this program has {}", facts.schema, facts.known_schema);
  switch (facts.state) {
    case StoreState::absent:
    case StoreState::unreadable:
    case StoreState::empty:
    case StoreState::foreign: return std::nullopt;
    case StoreState::older:
      return Check{"schema", Status::warning, versions,
                   "make a backup: blotter serve upgrades the schema when it starts"};
    case StoreState::newer:
      return Check{"schema", Status::error, versions, "use the newer blotter, or restore a backup"};
    case StoreState::current: break;
  }
  return Check{"schema", Status::ok, fmt::format("version {}", facts.schema)};
}

Check check_damage(const StoreFacts& facts) {
  if (facts.damage.empty()) return {"integrity", Status::ok, "PRAGMA quick_check found no damage"};
  return {"integrity", Status::error, fmt::format("damaged: {}", facts.damage.front()),
          damage_advice};
}

Check check_connections(const StoreFacts& facts, const ServeOptions& options) {
  const std::string found = fmt::format("PostgreSQL accepts {}, this server uses up to {}",
                                        facts.connections_max, options.pool_size);
  if (static_cast<std::int64_t>(options.pool_size) <= facts.connections_max) {
    return {"connections", Status::ok, found};
  }
  return {"connections", Status::error, found, "lower --pool-size or raise max_connections"};
}

}  // namespace

Checks check_store(const StoreFacts& facts, const ServeOptions& options) {
  Checks checks{check_opened(facts, options)};
  if (auto schema = check_schema(facts)) checks.push_back(std::move(*schema));
  const bool is_opened = facts.state != StoreState::absent && facts.state != StoreState::unreadable;
  if (facts.engine == StoreEngine::postgres) {
    if (is_opened) checks.push_back(check_connections(facts, options));
  } else if (is_opened || (!facts.damage.empty() && !forbidden_file(facts))) {
    checks.push_back(check_damage(facts));
  }
  return checks;
}

}  // namespace blotter::app::doctor
