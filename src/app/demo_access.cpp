#include "app/demo_access.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "app/demo.hpp"
#include "base/log.hpp"
#include "storage/inspect.hpp"

namespace blotter::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view demo_guild = "demo";
constexpr std::string_view demo_key_name = "demo";

/// Next to the SQLite file. With PostgreSQL, in the folder for the state of the user's programs;
/// empty when there is none.
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
  // Without the password, which could be guessed from the hash in the file's name.
  const std::string name = to_hex(sha256(without_password(store_url))).substr(0, digits);
  return folder / "blotter" / ("demo-key-" + name);
}

std::optional<KeySecret> read_key(const fs::path& path) {
  std::ifstream file(path);
  std::string text;
  if (!std::getline(file, text)) return std::nullopt;
  auto key = KeySecret::parse(text);
  return key ? std::optional(std::move(*key)) : std::nullopt;
}

[[noreturn]] void fail(const char* what, const fs::path& path) {
  throw std::system_error(errno, std::generic_category(), what + path.string());
}

void create_private_folder(const fs::path& folder) {
  if (folder.empty() || fs::exists(folder)) return;
  fs::create_directories(folder.parent_path());
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) fail("cannot create ", folder);
}

/// Creates a new file that only its owner can open, from the start.
void create_private_file(const fs::path& path, std::string_view text) {
  constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const int file = ::open(path.c_str(), flags, 0600);
  if (file < 0) fail("cannot create ", path);
  const bool is_written = ::write(file, text.data(), text.size()) == std::ssize(text);
  const bool is_closed = ::close(file) == 0;
  if (!is_written || !is_closed) throw std::runtime_error("cannot write " + path.string());
}

/// Renames a new file over the old one, so that no process reads half a key.
void write_key(const fs::path& path, const KeySecret& key) {
  create_private_folder(path.parent_path());
  const fs::path part = path.string() + ".part";
  fs::remove(part);
  create_private_file(part, key.reveal() + "\n");
  fs::rename(part, path);
}

void try_to_write_key(const fs::path& path, const KeySecret& key) {
  try {
    write_key(path, key);
  } catch (const std::exception& failure) {
    log::warning("the demo key could not be saved; the next start creates another one",
                 {{"cause", failure.what()}});
  }
}

bool is_demo_key(const ApiKey& key, const GuildId& guild) {
  return key.name == demo_key_name && key.guilds == std::vector{guild};
}

/// The key of the last start, if it is still valid. Else a new key, and the old ones are revoked.
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
