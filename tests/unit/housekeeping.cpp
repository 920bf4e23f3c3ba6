// What the server does in the background when many requests have unknown keys.
#include "app/housekeeping.hpp"

#include "api/harness.hpp"

namespace blotter {
namespace {

using namespace testing;
using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;

class KeyHousekeeping : public ApiTest {
 protected:
  app::Housekeeping housekeeping_{store_, keys_, clock_};
};

TEST_F(KeyHousekeeping, unknown_keys_cause_one_refresh_per_interval_and_get_responses) {
  const auto began = SteadyClock::now();
  const int look_ups_before = store_.look_ups();
  housekeeping_.start(*pipeline_);
  std::vector<std::unique_ptr<PendingRequest>> sent;
  while (SteadyClock::now() - began < 1s) {
    sent.push_back(send_without_waiting(KeySecret::generate(random_).reveal()));
    std::this_thread::sleep_for(2ms);
  }
  for (const auto& pending : sent) EXPECT_EQ(pending->status(), 403U);
  housekeeping_.stop();

  // A tick looks up the keys, leftover data and old responses; a refresh for unknown keys looks up
  // only the keys.
  // A slow machine needs more intervals, so the limit depends on the elapsed time.
  constexpr int look_ups_per_interval = 4;
  const auto intervals = (SteadyClock::now() - began) / app::Housekeeping::interval + 1;
  EXPECT_LE(store_.look_ups() - look_ups_before, look_ups_per_interval * intervals);
  EXPECT_GT(store_.look_ups(), look_ups_before);
}

TEST_F(KeyHousekeeping, a_new_key_works_at_once) {
  housekeeping_.start(*pipeline_);
  const KeySecret secret = KeySecret::generate(random_);
  store_.administer([&](Accounts& accounts) {
    accounts.create_key({.id = {77}, .name = "", .guilds = {guild_}, .created = clock_.now()},
                        secret.digest());
  });
  EXPECT_EQ(send_without_waiting(secret.reveal())->status(), 404U);  // 404: the list is empty
  housekeeping_.stop();
}

}  // namespace
}  // namespace blotter
