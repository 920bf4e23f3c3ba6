#include "app/demo_access.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <vector>

#include "app/demo.hpp"
#include "base/log.hpp"

namespace blotter::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view demo_guild = "demo";
constexpr std::string_view demo_key_name = "demo";

/// Beside the SQLite file. A database on a server has no such place, so there it is the folder in
/// which the user's programs keep their state. Nothing when there is none.
std::optional<fs::path> key_file(const std::string& store_url) {
  constexpr std::string_view sqlite = "sqlite:";
  if (store_url.starts_with(sqlite)) return store_url.substr(sqlite.size()) + ".demo-key";
  const auto variable = [](const char* name) -> std::string {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  fs::path folder = variable("XDG_STATE_HOME");
  if (folder.empty() && !variable("HOME").empty()) folder = variable("HOME") + "/.local/state";
  if (folder.empty()) return std::nullopt;
  constexpr std::size_t digits = 16;
  return folder / "blotter" / ("demo-key-" + to_hex(sha256(store_url)).substr(0, digits));
}

std::optional<KeySecret> read_key(const fs::path& path) {
  std::ifstream file(path);
  std::string text;
  if (!std::getline(file, text) || !KeySecret::is_well_formed(text)) return std::nullopt;
  return KeySecret::stored(std::move(text));
}

/// As a new file that takes the place of the old one, so that nobody ever reads half a key or opens
/// the file before its mode is set.
void write_key(const fs::path& path, const KeySecret& key) {
  fs::create_directories(path.parent_path().empty() ? "." : path.parent_path());
  const fs::path part = path.string() + ".part";
  fs::remove(part);
  std::ofstream file(part);
  fs::permissions(part, fs::perms::owner_read | fs::perms::owner_write);
  file << key.reveal() << "\n";
  file.close();
  if (!file) throw std::runtime_error("cannot write " + part.string());
  fs::rename(part, path);
}

void try_to_write_key(const fs::path& path, const KeySecret& key) {
  try {
    write_key(path, key);
  } catch (const std::exception& failure) {
    log::warning("the key of the demo could not be kept; the next start will make another one",
                 {{"cause", failure.what()}});
  }
}

bool is_demo_key(const ApiKey& key, const GuildId& guild) {
  return key.name == demo_key_name && key.guilds == std::vector{guild};
}

/// The key from the last start, if it is still valid; else a new one, and the old ones end.
KeySecret kept_or_new_key(Store& store, const GuildId& guild, const std::optional<KeySecret>& kept,
                          Timestamp now) {
  SystemRandom random;
  KeySecret key = KeySecret::generate(random);
  store.administer([&](Accounts& accounts) {
    accounts.create_guild({guild, now});
    const auto stored = accounts.keys();
    const bool is_kept = kept && std::any_of(stored.begin(), stored.end(), [&](const auto& known) {
                           return known.digest_hex == to_hex(kept->digest()) &&
                                  is_demo_key(known.key, guild) && known.key.is_valid_at(now);
                         });
    if (is_kept) {
      key = *kept;
      return;
    }
    for (const auto& known : stored) {
      if (is_demo_key(known.key, guild)) accounts.revoke_key(known.key.id, now);
    }
    accounts.create_key({.id = {IdSource().next(now, random)},
                         .name = std::string(demo_key_name),
                         .guilds = {guild},
                         .created = now},
                        key.digest());
  });
  return key;
}

std::string first_civilian(Store& store, const GuildId& guild) {
  std::string name;
  read_and_wait(store, guild, [&](Reader& records) {
    if (const auto first = records.living().next()) name = first->name.str();
  });
  return name;
}

}  // namespace

DemoAccess prepare_demo(Store& store, const std::string& store_url, std::uint64_t seed,
                        Timestamp now) {
  const GuildId guild = GuildId::stored(demo_guild);
  const auto file = key_file(store_url);
  const auto kept = file ? read_key(*file) : std::nullopt;
  KeySecret key = kept_or_new_key(store, guild, kept, now);
  const bool is_new = !kept || kept->reveal() != key.reveal();
  if (is_new && file) try_to_write_key(*file, key);
  bool is_empty = false;
  read_and_wait(store, guild, [&](Reader& records) { is_empty = !records.has_civilians(); });
  if (is_empty) fill_demo(store, guild, seed, now);
  std::string civilian = first_civilian(store, guild);
  return {guild, std::move(key), std::move(civilian)};
}

}  // namespace blotter::app
