// A body as the HTTP engine passes it: followed by exactly `body_padding` readable bytes.
#pragma once

#include <string>
#include <string_view>

#include "http/message.hpp"

namespace blotter::testing {

class PaddedBody {
 public:
  /// The padding is valid JSON, so the tests notice a reader that takes it for part of the body.
  explicit PaddedBody(std::string_view body) : size_(body.size()), bytes_(body) {
    bytes_.append(http::body_padding, ' ');
    bytes_.shrink_to_fit();
  }
  [[nodiscard]] std::string_view view() const { return {bytes_.data(), size_}; }

 private:
  std::size_t size_;
  std::string bytes_;
};

}  // namespace blotter::testing
