// Texts that are stored encrypted.
#include "base/sealed_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "domain/idempotency.hpp"

namespace blotter {
namespace {

class SealedText : public ::testing::Test {
 protected:
  SeededRandom random_{1};
  const Digest key_ = sha256("key");
};

TEST_F(SealedText, a_text_comes_back_with_its_key) {
  for (const std::string& text :
       {std::string(), std::string("x"), std::string(100'000, 'y'),
        std::string(R"({"key":"blotter_00ff"})"), std::string("a\0b", 3)}) {
    EXPECT_EQ(unseal(seal(text, key_, random_), key_), text);
  }
}

TEST_F(SealedText, another_key_opens_nothing) {
  EXPECT_EQ(unseal(seal("secret", key_, random_), sha256("another")), std::nullopt);
}

TEST_F(SealedText, a_sealed_text_shows_nothing_and_differs_each_time) {
  const std::string first = seal("blotter_secret", key_, random_);
  const std::string second = seal("blotter_secret", key_, random_);
  EXPECT_NE(first, second);
  EXPECT_THAT(from_base64(first), ::testing::Not(::testing::HasSubstr("secret")));
}

TEST_F(SealedText, a_changed_text_is_refused) {
  const std::string sealed = from_base64(seal("secret", key_, random_));
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_EQ(unseal(to_base64(changed), key_), std::nullopt) << i;
  }
  for (std::size_t size = 0; size < sealed.size(); ++size) {
    EXPECT_EQ(unseal(to_base64(sealed.substr(0, size)), key_), std::nullopt) << size;
  }
  EXPECT_EQ(unseal("no base64!", key_), std::nullopt);
}

TEST(ResponseKey, depends_on_the_api_key_the_request_and_its_name) {
  const IdempotentRequest request{.name = "a", .request = "digest"};
  const Digest key = response_key("blotter_1", request);
  EXPECT_EQ(response_key("blotter_1", request), key);
  EXPECT_NE(response_key("blotter_2", request), key);
  EXPECT_NE(response_key("blotter_1", {.name = "b", .request = "digest"}), key);
  EXPECT_NE(response_key("blotter_1", {.name = "a", .request = "other"}), key);
}

}  // namespace
}  // namespace blotter
