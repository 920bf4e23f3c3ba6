// Creates guilds in a new store and fills the first one with demo data, through the normal
// operations. Prints a key for each guild. The harness multiplies the civilians with SQL
// (bench/multiply.py), because operations would take minutes.
#include <algorithm>
#include <iostream>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/demo_acts.hpp"
#include "people.hpp"
#include "storage/open_store.hpp"

namespace blotter::bench {
namespace {

struct Options {
  std::string store;
  int guilds = 1;
  int civilians = 100;
  int entries = 5;
};

// Every civilian has a vehicle, and every second one a firearm.
constexpr int firearm_share = 2;
// Changes that share a transaction cost a fraction of what they cost alone.
constexpr int civilians_per_write = 500;
// In seconds: nothing in the guild ends by itself.
constexpr std::int64_t no_end = std::int64_t{365} * 24 * 60 * 60;

GuildId guild_id(int number) { return GuildId::stored(guild_name(number)); }

std::vector<KeySecret> make_guilds(Store& store, int count) {
  const Timestamp now = SystemClock().now();
  SystemRandom random;
  IdSource ids;
  std::vector<KeySecret> secrets;
  store.administer([&](Accounts& accounts) {
    secrets.clear();
    for (int number = 1; number <= count; ++number) {
      accounts.create_guild({guild_id(number), now});
      secrets.push_back(KeySecret::generate(random));
      accounts.create_key({.id = {ids.next(now, random)},
                           .name = "bench",
                           .guilds = {guild_id(number)},
                           .created = now},
                          secrets.back().digest());
    }
  });
  return secrets;
}

void add_person(app::DemoActs& acts, int number, int entries) {
  const std::string name = civilian_name(number);
  acts.add_civilian(name);
  acts.add_vehicle(name, plate(number));
  if (number % firearm_share == 0) acts.add_firearm(name);
  for (int i = 0; i < entries; ++i) acts.add_entry(name);
}

void fill_guild(Store& store, const GuildId& guild, const Options& options) {
  app::DemoActs acts(1);
  for (int first = 1; first <= options.civilians; first += civilians_per_write) {
    const int last = std::min(first + civilians_per_write - 1, options.civilians);
    write_and_wait(store, guild, [&](Writer& records) {
      acts.enter(records, SystemClock().now(), no_end);
      for (int number = first; number <= last; ++number) {
        add_person(acts, number, options.entries);
      }
      return WriteWork::Outcome::commit;
    });
  }
}

void fill(const Options& options) {
  // So many changes at once take longer than the timeout of a request.
  const auto store =
      open_store(options.store, StoreUse::tool, {.time_max = std::chrono::minutes(5)});
  const auto secrets = make_guilds(*store, options.guilds);
  fill_guild(*store, guild_id(1), options);
  store->stop();
  for (const KeySecret& secret : secrets) std::cout << secret.reveal() << '\n';
}

}  // namespace
}  // namespace blotter::bench

int main(int argument_count, char** arguments) {
  blotter::bench::Options options;
  CLI::App program("Creates guilds in a new store and fills the first one; prints a key for each.");
  program.add_option("--store", options.store, "sqlite:PATH or postgres://…")->required();
  program.add_option("--guilds", options.guilds);
  program.add_option("--civilians", options.civilians);
  program.add_option("--entries", options.entries, "Of each civilian");
  CLI11_PARSE(program, argument_count, arguments);
  try {
    blotter::bench::fill(options);
  } catch (const std::exception& failure) {
    std::cerr << "fill: " << failure.what() << '\n';
    return EXIT_FAILURE;
  }
}
