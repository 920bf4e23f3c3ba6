// The demo guild: the same for the same seed, on every machine.
#include "app/demo.hpp"

#include <gtest/gtest.h>

#include "api/table_dump.hpp"
#include "base/digest.hpp"
#include "storage/open_store.hpp"
#include "temporary_folder.hpp"

namespace blotter::app {
namespace {

std::string demo_dump(std::uint64_t seed) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.file("demo.db");
  const auto store = open_store("sqlite:" + path, StoreUse::server);
  const GuildId guild = GuildId::stored("demo");
  constexpr Timestamp now{1'800'000'000'000};
  store->administer([&](Accounts& accounts) { accounts.create_guild({guild, now}); });
  fill_demo(*store, guild, seed, now);
  return testing::dump(path);
}

TEST(Demo, a_seed_creates_the_same_guild_on_every_processor) {
  // Covers every row that the demo creates. A change of the demo changes this digest; a processor,
  // a compiler or a library must not.
  EXPECT_EQ(to_hex(sha256(demo_dump(1))),
            "f05f2be84427182cfddb95da2f37b11c4ec68ec6ebcb572604f7ccf1cf22653a");
}

TEST(Demo, another_seed_creates_another_guild) { EXPECT_NE(demo_dump(1), demo_dump(2)); }

}  // namespace
}  // namespace blotter::app
