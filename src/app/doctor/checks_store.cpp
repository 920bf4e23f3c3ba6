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

Check check_absent(const StoreFacts& facts) {
  const std::string folder = facts.file.parent_path().string();
  if (!status_of(folder)) {
    return {"store", Status::error, fmt::format("there is no folder {}", folder),
            "make it, or correct --store"};
  }
  if (::access(folder.c_str(), W_OK) != 0) {
    return {"store", Status::error,
            fmt::format("there is no file {}, and {} may not make one", shown(facts),
                        user_name(geteuid())),
            fmt::format("run this as the owner of {}, or correct --store", folder)};
  }
  return {
      "store", Status::warning, fmt::format("there is no file {} yet", shown(facts)),
      "blotter serve makes it; if you expected records, check --store and the folder you are in"};
}

Check check_unreadable(const StoreFacts& facts) {
  if (facts.engine == StoreEngine::postgres) {
    return {"store", Status::error, fmt::format("{}: {}", shown(facts), facts.problem),
            "check that the database runs, its address, user and password"};
  }
  const auto file = status_of(facts.file.string());
  if (file && ::access(facts.file.c_str(), R_OK | W_OK) != 0) {
    return {"store", Status::error,
            fmt::format("{} cannot open {}: {}", user_name(geteuid()), shown(facts), facts.problem),
            fmt::format("run this as its owner: runuser -u {} -- blotter doctor",
                        user_name(file->st_uid))};
  }
  return {"store", Status::error, fmt::format("{}: {}", shown(facts), facts.problem),
          "stop the server and restore a backup; see \"A damaged store\" in OPERATIONS.md"};
}

Check check_opened(const StoreFacts& facts) {
  switch (facts.state) {
    case StoreState::absent: return check_absent(facts);
    case StoreState::unreadable: return check_unreadable(facts);
    case StoreState::foreign:
      return {"store", Status::error,
              fmt::format("{} is a database of another program", shown(facts)),
              "correct --store; Blotter needs a database of its own"};
    case StoreState::empty:
      return {"store", Status::ok, fmt::format("{} is empty", shown(facts)),
              "blotter serve makes the tables"};
    case StoreState::older:
    case StoreState::newer: return {"store", Status::ok, shown(facts)};
    case StoreState::current: break;
  }
  Check check{"store", Status::ok,
              fmt::format("{}, {}, {}", shown(facts), counted(facts.guilds, "guild"),
                          counted(facts.keys.size(), "key"))};
  if (facts.guilds == 0) check.advice = "make a guild with blotter key create --guild NAME";
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
                   "make a backup: blotter serve brings it up to date at its start"};
    case StoreState::newer:
      return Check{"schema", Status::error, versions, "use the newer blotter, or restore a backup"};
    case StoreState::current: break;
  }
  return Check{"schema", Status::ok, fmt::format("version {}", facts.schema)};
}

Check check_damage(const StoreFacts& facts) {
  if (facts.damage.empty()) return {"integrity", Status::ok, "PRAGMA quick_check found no damage"};
  return {"integrity", Status::error, fmt::format("damaged: {}", facts.damage.front()),
          "stop the server and restore a backup; see \"A damaged store\" in OPERATIONS.md"};
}

Check check_connections(const StoreFacts& facts, const ServeOptions& options) {
  const std::string found = fmt::format("PostgreSQL takes {}, this server uses up to {}",
                                        facts.connections_max, options.pool_size);
  if (static_cast<std::int64_t>(options.pool_size) <= facts.connections_max) {
    return {"connections", Status::ok, found};
  }
  return {"connections", Status::error, found, "lower --pool-size or raise max_connections"};
}

}  // namespace

Checks check_store(const StoreFacts& facts, const ServeOptions& options) {
  Checks checks{check_opened(facts)};
  if (auto schema = check_schema(facts)) checks.push_back(std::move(*schema));
  const bool is_opened = facts.state != StoreState::absent && facts.state != StoreState::unreadable;
  if (facts.engine == StoreEngine::postgres) {
    if (is_opened) checks.push_back(check_connections(facts, options));
  } else if (is_opened || !facts.damage.empty()) {
    checks.push_back(check_damage(facts));
  }
  return checks;
}

}  // namespace blotter::app::doctor
