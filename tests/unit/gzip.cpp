#include "base/gzip.hpp"

namespace blotter {
namespace {

TEST(Gzip, compressed_text_can_be_decompressed) {
  std::string long_text;
  for (int i = 0; i < 100'000; ++i) long_text += std::to_string(i);
  for (const std::string& text : {std::string(), std::string("a\0b", 3), long_text}) {
    EXPECT_EQ(gunzip(gzip(text)), text);
  }
  EXPECT_LT(gzip(long_text).size(), long_text.size() / 2);
}

TEST(Gzip, other_texts_are_refused) {
  EXPECT_THROW(gunzip("plain text"), std::runtime_error);
  const std::string packed = gzip("a text that ends too soon");
  EXPECT_THROW(gunzip(std::string_view(packed).substr(0, packed.size() - 9)), std::runtime_error);
}

}  // namespace
}  // namespace blotter
