// A request with an unknown key waits while the server looks for new keys.
#include "api/unknown_keys.hpp"

#include <atomic>
#include <thread>

#include "api/harness.hpp"

namespace blotter {
namespace {

using namespace testing;

class RequestsWithUnknownKeys : public ApiTest {
 protected:
  RequestsWithUnknownKeys() {
    pipeline_->hold_unknown_keys_in(unknown_keys_);
    EXPECT_EQ(post("/api/civilian/create", civilian("John")).status, 201U);
  }

  /// What the server does in the background.
  void refresh() {
    auto held = unknown_keys_.take();
    keys_.refresh();
    for (api::HeldRequest& request : held) pipeline_->retry(std::move(request));
  }
  void create(const KeySecret& secret, KeyId id = {77}) {
    store_.administer([&](Accounts& accounts) {
      accounts.create_key({.id = id, .name = "", .guilds = {guild_}, .created = clock_.now()},
                          secret.digest());
    });
  }

  int wakes_ = 0;
  api::UnknownKeys unknown_keys_{[this] { ++wakes_; }};
};

TEST_F(RequestsWithUnknownKeys, a_new_key_works_after_the_refresh) {
  const KeySecret secret = KeySecret::generate(random_);
  create(secret);
  const auto plain = send_without_waiting(secret.reveal());
  const auto bearer = send_without_waiting("Bearer " + secret.reveal());
  EXPECT_EQ(wakes_, 2);
  refresh();
  EXPECT_EQ(plain->status(), 200U);
  EXPECT_EQ(bearer->status(), 200U);
}

TEST_F(RequestsWithUnknownKeys, a_refresh_during_a_request_does_not_refuse_it) {
  std::atomic<bool> is_over = false;
  std::thread housekeeping([&] {
    while (!is_over) refresh();
  });
  int refused = 0;
  for (int i = 0; i < 1000; ++i) {
    const KeySecret secret = KeySecret::generate(random_);
    create(secret, {1000 + i});
    if (send_without_waiting(secret.reveal())->status() != 200U) ++refused;
  }
  is_over = true;
  housekeeping.join();
  EXPECT_EQ(refused, 0);
}

TEST_F(RequestsWithUnknownKeys, a_key_still_unknown_after_the_refresh_is_refused) {
  const auto pending = send_without_waiting(KeySecret::generate(random_).reveal());
  refresh();
  EXPECT_EQ(pending->status(), 403U);
  EXPECT_TRUE(unknown_keys_.take().empty());
}

TEST_F(RequestsWithUnknownKeys, a_malformed_key_is_refused_at_once) {
  for (const std::string& wrong :
       {std::string(), std::string("Bearer "), std::string("hunter2"),
        "blotter_" + std::string(64, 'g'), "blotter_" + std::string(63, 'a')}) {
    EXPECT_EQ(send_without_waiting(wrong)->status(), 403U) << wrong;
  }
  EXPECT_EQ(wakes_, 0);
}

TEST_F(RequestsWithUnknownKeys, a_known_key_for_another_guild_is_refused_at_once) {
  EXPECT_EQ(send({http::Method::get, "/api/civilian/list", "", key_, "other"}).status, 403U);
  EXPECT_EQ(wakes_, 0);
}

TEST_F(RequestsWithUnknownKeys, unknown_paths_and_methods_are_refused_at_once) {
  const std::string key = KeySecret::generate(random_).reveal();
  EXPECT_EQ(send({http::Method::get, "/api/nothing", "", key}).status, 404U);
  EXPECT_EQ(send({http::Method::delete_, "/api/civilian/list", "", key}).status, 405U);
  EXPECT_EQ(wakes_, 0);
}

TEST_F(RequestsWithUnknownKeys, at_most_a_thousand_requests_wait) {
  std::vector<std::unique_ptr<PendingRequest>> waiting;
  for (std::size_t i = 0; i < api::UnknownKeys::held_max; ++i) {
    waiting.push_back(send_without_waiting(KeySecret::generate(random_).reveal()));
  }
  const KeySecret secret = KeySecret::generate(random_);
  create(secret);
  EXPECT_EQ(send_without_waiting(secret.reveal())->status(), 403U);
  refresh();
  for (const auto& pending : waiting) EXPECT_EQ(pending->status(), 403U);
  EXPECT_EQ(send_without_waiting(secret.reveal())->status(), 200U);
}

}  // namespace
}  // namespace blotter
