// The rules of webhooks: their URLs, signatures and retries.
#include "domain/webhook.hpp"

#include <gmock/gmock.h>

namespace blotter {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

const AddressGuard public_only;

TEST(WebhookUrl, http_and_https_urls_are_valid) {
  for (const std::string_view text :
       {"https://bot.example/hook", "http://bot.example", "https://bot.example:8443/a/b?c=d#e",
        "https://8.8.8.8/x", "https://[2606:4700:4700::1111]/x"}) {
    const auto url = WebhookUrl::parse(text, public_only);
    ASSERT_TRUE(url) << text;
    EXPECT_EQ(url->str(), text);
  }
}

TEST(WebhookUrl, other_texts_are_not_valid) {
  for (const std::string& text :
       {std::string(), std::string("bot.example"), std::string("ftp://bot.example"),
        std::string("file:///etc/passwd"), std::string("https://"), std::string("https:///x"),
        std::string("https://bot.example/ä"), std::string("https://bot.example/a b"),
        std::string("https://bot.example/a\r\nX: y"), std::string("https://me:you@bot.example"),
        "https://bot.example/" + std::string(WebhookUrl::characters_max, 'x')}) {
    EXPECT_FALSE(WebhookUrl::parse(text, public_only)) << text;
  }
}

TEST(WebhookUrl, an_address_that_is_not_public_is_refused_and_the_option_named) {
  for (const std::string_view text :
       {"http://127.0.0.1:80/x", "http://[::1]/x", "http://169.254.169.254/latest"}) {
    const auto url = WebhookUrl::parse(text, public_only);
    ASSERT_FALSE(url) << text;
    EXPECT_THAT(url.error(), HasSubstr("--webhook-allow"));
  }
  EXPECT_TRUE(WebhookUrl::parse("http://127.0.0.1/x", AddressGuard::parse("127.0.0.1").value()));
}

TEST(WebhookUrl, the_origin_has_no_path_and_no_query) {
  EXPECT_EQ(WebhookUrl::stored("https://a.example:8443/secret?x#y").origin(),
            "https://a.example:8443");
  EXPECT_EQ(WebhookUrl::stored("https://a.example?x").origin(), "https://a.example");
  EXPECT_EQ(WebhookUrl::stored("https://[2606::1]/x").host(), "2606::1");
}

/// The example of the specification of Standard Webhooks.
TEST(WebhookSecret, a_message_is_signed_as_standard_webhooks_requires) {
  const auto secret = WebhookSecret::stored("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  EXPECT_EQ(secret.sign("msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{\"test\": 2432232314}"),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

TEST(WebhookSecret, a_secret_is_32_random_bytes) {
  SeededRandom random(1);
  const auto first = WebhookSecret::generate(random);
  EXPECT_TRUE(first.reveal().starts_with("whsec_"));
  EXPECT_EQ(from_base64(first.reveal().substr(6)).size(), 32U);
  EXPECT_NE(first.reveal(), WebhookSecret::generate(random).reveal());
}

TEST(WebhookRetry, the_delays_are_those_of_the_contract) {
  constexpr std::chrono::milliseconds delays[] = {5s, 5min, 30min, 2h, 5h, 10h, 14h, 20h, 24h};
  SeededRandom random(7);
  for (std::int64_t attempts = 1; attempts <= std::ssize(delays); ++attempts) {
    const auto expected = delays[attempts - 1];
    std::set<std::chrono::milliseconds> seen;
    for (int turn = 0; turn < 200; ++turn) {
      const auto delay = retry_delay(attempts, random);
      ASSERT_TRUE(delay);
      EXPECT_GE(*delay, expected * 8 / 10);
      EXPECT_LE(*delay, expected * 12 / 10);
      seen.insert(*delay);
    }
    EXPECT_GT(seen.size(), 50U);  // scattered
  }
  EXPECT_FALSE(retry_delay(std::ssize(delays) + 1, random));
}

}  // namespace
}  // namespace blotter
