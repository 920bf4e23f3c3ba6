// The members of one request, from a JSON body or a query string.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/member.hpp"

namespace blotter {

/// A member's value as it was sent. Texts are views into the request.
struct MemberValue {
  /// `null` counts as missing. An array of strings is `texts`; other arrays and objects are
  /// `other`, which no member accepts.
  enum class Type : std::uint8_t { missing, text, texts, number, boolean, other };

  Type type = Type::missing;
  /// Of several texts: separated by commas.
  std::string_view text;
  double number = 0;
  bool flag = false;

  static MemberValue of(std::string_view text) { return {.type = Type::text, .text = text}; }
  static MemberValue of_texts(std::string_view joined) {
    return {.type = Type::texts, .text = joined};
  }
  static MemberValue of(double number) {
    return {.type = Type::number, .text = {}, .number = number};
  }
  static MemberValue of(bool flag) {
    return {.type = Type::boolean, .text = {}, .number = 0, .flag = flag};
  }
  static MemberValue other() { return {.type = Type::other, .text = {}}; }
};

class MemberValues {
 public:
  MemberValue& operator[](Member member) { return values_[static_cast<std::size_t>(member)]; }
  const MemberValue& operator[](Member member) const {
    return values_[static_cast<std::size_t>(member)];
  }

 private:
  std::array<MemberValue, member_count> values_{};
};

}  // namespace blotter
