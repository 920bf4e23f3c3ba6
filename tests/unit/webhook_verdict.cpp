// What the sender does after an attempt to deliver events.
#include <gmock/gmock.h>

#include "webhooks/target.hpp"

namespace blotter::webhooks {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

constexpr Timestamp now{1'000'000'000};

class WebhookVerdict : public ::testing::Test {
 protected:
  std::shared_ptr<Target> target(WebhookFormat format = WebhookFormat::standard) {
    return std::make_shared<Target>(
        Target{.guild = GuildId::stored("g"),
               .webhook = {.id = {1},
                           .name = "",
                           .url = WebhookUrl::stored("https://bot.example"),
                           .kinds = EventKinds({"*"}),
                           .format = format,
                           .secret = WebhookSecret::stored(""),
                           .created = {0}}});
  }
  static Sending sending(std::int64_t seq, std::int64_t attempts = 0) {
    return {.event = {.seq = seq,
                      .id = seq,
                      .at = now,
                      .kind = "leo.cited",
                      .key = {},
                      .key_name = {},
                      .actor = {},
                      .civilian = {},
                      .civilian_name = {},
                      .subject = 0,
                      .before = {},
                      .after = {}},
            .attempts = attempts,
            .is_retry = attempts > 0};
  }
  Verdict judge_reply(HttpReply reply, std::int64_t attempts = 0) {
    return judge({target_, {sending(7, attempts)}, std::move(reply)}, now, random_);
  }
  static HttpReply status(unsigned status) {
    return {.status = status, .failure = "status " + std::to_string(status)};
  }
  /// Of the only event, from now on.
  static std::chrono::milliseconds delay(const Verdict& verdict) {
    return std::chrono::milliseconds(verdict.retries.at(0).value().due.ms - now.ms);
  }

  std::shared_ptr<Target> target_ = target();
  SeededRandom random_{3};
};

TEST_F(WebhookVerdict, only_2xx_is_a_delivery) {
  for (const unsigned code : {200U, 201U, 204U, 299U}) {
    EXPECT_TRUE(judge_reply(status(code)).is_delivered) << code;
  }
  for (const unsigned code : {0U, 301U, 302U, 307U, 400U, 401U, 404U, 500U, 503U}) {
    const auto verdict = judge_reply(status(code));
    EXPECT_FALSE(verdict.is_delivered) << code;
    EXPECT_TRUE(verdict.retries.at(0)) << code;
    EXPECT_FALSE(verdict.disabled) << code;
  }
}

TEST_F(WebhookVerdict, a_success_ends_the_failing) {
  target_->webhook.health.failing_since = Timestamp{5};
  const auto verdict = judge_reply(status(200));
  EXPECT_FALSE(verdict.health.failing_since);
  EXPECT_EQ(verdict.health.last_success, now);
  EXPECT_EQ(verdict.pause, 0ms);
}

TEST_F(WebhookVerdict, a_failure_is_noted_and_retried) {
  const auto verdict = judge_reply({.failure = "no response in time"});
  EXPECT_EQ(verdict.health.failing_since, now);
  EXPECT_EQ(verdict.health.last_error, "no response in time");
  EXPECT_EQ(verdict.retries.at(0)->attempts, 1);
  EXPECT_GE(delay(verdict), 4s);
  EXPECT_LE(delay(verdict), 6s);
  EXPECT_EQ(verdict.pause, delay(verdict));  // so that the event comes first
}

TEST_F(WebhookVerdict, the_tenth_failure_gives_the_event_up) {
  EXPECT_TRUE(judge_reply(status(500), 8).retries.at(0));
  EXPECT_FALSE(judge_reply(status(500), 9).retries.at(0));
}

TEST_F(WebhookVerdict, several_failures_in_a_row_pause_longer_up_to_a_minute) {
  std::chrono::milliseconds last = 0ms;
  for (target_->failures = 1; target_->failures < 20; ++target_->failures) {
    const auto pause = judge_reply(status(500), 3).pause;
    EXPECT_GE(pause, last);
    EXPECT_LE(pause, 60s);
    last = pause;
  }
  EXPECT_EQ(last, 60s);
}

TEST_F(WebhookVerdict, retry_after_is_honoured_for_429_and_503) {
  for (const unsigned code : {429U, 503U}) {
    auto reply = status(code);
    reply.retry_after = 90s;
    const auto verdict = judge_reply(reply, 4);
    EXPECT_EQ(delay(verdict), 90s);
    EXPECT_EQ(verdict.pause, 90s);
  }
  auto other = status(500);
  other.retry_after = 90s;
  EXPECT_NE(delay(judge_reply(other)), 90s);
}

TEST_F(WebhookVerdict, discord_tells_its_limits_in_the_body_and_they_are_no_failed_attempts) {
  target_ = target(WebhookFormat::discord);
  auto reply = status(429);
  reply.body = R"({"message":"You are being rate limited.","retry_after":1.25,"global":false})";
  const auto verdict = judge_reply(reply, 9);
  EXPECT_GE(delay(verdict), 1250ms);
  EXPECT_LE(delay(verdict), 1300ms);
  EXPECT_EQ(verdict.retries.at(0)->attempts, 9);
}

TEST_F(WebhookVerdict, gone_disables_and_for_discord_not_found_too) {
  EXPECT_THAT(judge_reply(status(410)).disabled.value(), HasSubstr("410"));
  EXPECT_FALSE(judge_reply(status(404)).disabled);
  target_ = target(WebhookFormat::discord);
  EXPECT_THAT(judge_reply(status(404)).disabled.value(), HasSubstr("404"));
}

TEST_F(WebhookVerdict, five_days_without_a_success_disable) {
  const auto days = [](std::int64_t count) { return count * 24 * 60 * 60 * 1000; };
  target_->webhook.health.failing_since = Timestamp{now.ms - days(5) + 1};
  EXPECT_FALSE(judge_reply(status(500)).disabled);
  target_->webhook.health.failing_since = Timestamp{now.ms - days(5)};
  EXPECT_THAT(judge_reply(status(500)).disabled.value(), HasSubstr("5 days"));
}

TEST_F(WebhookVerdict, each_event_of_a_batch_has_its_own_retry) {
  const auto verdict = judge({target_, {sending(7, 2), sending(8, 9)}, status(500)}, now, random_);
  ASSERT_EQ(verdict.retries.size(), 2U);
  EXPECT_EQ(verdict.retries[0]->seq, 7);
  EXPECT_EQ(verdict.retries[0]->attempts, 3);
  EXPECT_FALSE(verdict.retries[1]);
}

}  // namespace
}  // namespace blotter::webhooks
