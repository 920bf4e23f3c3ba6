// Authentication: finds the key of a request among few and many keys.
#include <filesystem>
#include <unistd.h>
#include <vector>

#include <benchmark/benchmark.h>

#include "api/key_ring.hpp"
#include "people.hpp"
#include "storage/open_store.hpp"

namespace blotter::bench {
namespace {

/// A store that holds keys and nothing else, removed at the end.
class KeyStore {
 public:
  explicit KeyStore(int keys) : folder_(make_folder()) {
    store_ = open_store("sqlite:" + (folder_ / "keys.db").string(), StoreUse::tool);
    SystemRandom random;
    IdSource ids;
    store_->administer([&](Accounts& accounts) {
      for (int number = 1; number <= keys; ++number) {
        const GuildId guild = GuildId::stored(guild_name(number));
        accounts.create_guild({guild, {1}});
        guilds_.push_back(guild.str());
        secrets_.push_back(KeySecret::generate(random));
        accounts.create_key(
            {.id = {ids.next({1}, random)}, .name = "bench", .guilds = {guild}, .created = {1}},
            secrets_.back().digest());
      }
    });
  }
  ~KeyStore() {
    store_.reset();
    std::filesystem::remove_all(folder_);
  }
  KeyStore(const KeyStore&) = delete;
  KeyStore& operator=(const KeyStore&) = delete;

  [[nodiscard]] Store& store() const { return *store_; }
  [[nodiscard]] const std::string& guild(std::size_t index) const { return guilds_[index]; }
  [[nodiscard]] const std::string& key(std::size_t index) const { return secrets_[index].reveal(); }

 private:
  static std::filesystem::path make_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "blotter-bench-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder");
    return name;
  }

  std::filesystem::path folder_;
  std::unique_ptr<Store> store_;
  std::vector<std::string> guilds_;
  std::vector<KeySecret> secrets_;
};

void authenticate(benchmark::State& state) {
  const auto keys = static_cast<std::size_t>(state.range(0));
  const KeyStore stored(static_cast<int>(keys));
  api::KeyRing ring(stored.store());
  ring.refresh();
  std::size_t next = 0;
  for ([[maybe_unused]] auto _ : state) {
    next = (next + 1) % keys;
    const auto known = ring.authenticate(stored.key(next), stored.guild(next), {1});
    if (!known.key) throw std::logic_error("a key is not known");
    benchmark::DoNotOptimize(known);
  }
}
BENCHMARK(authenticate)->Arg(1)->Arg(1000);

}  // namespace
}  // namespace blotter::bench
