// The members of one request, from a JSON body or a query string.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/member.hpp"

namespace blotter {

struct ObjectValue;

/// A member's value as it was sent. Texts are views into the request.
struct MemberValue {
  /// `null` counts as missing. An array of strings is `texts`, an array of objects is `objects`;
  /// other arrays and objects are `other`, which no member accepts.
  enum class Type : std::uint8_t { missing, text, texts, number, boolean, objects, other };

  Type type = Type::missing;
  /// Of several texts: separated by commas.
  std::string_view text;
  double number = 0;
  bool flag = false;
  /// The objects of an array, owned by the request. Also set for an empty array, which is `texts`.
  const std::vector<ObjectValue>* objects = nullptr;

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
  static MemberValue of_objects(const std::vector<ObjectValue>& objects) {
    return {.type = Type::objects, .text = {}, .number = 0, .flag = false, .objects = &objects};
  }
  static MemberValue other() { return {.type = Type::other, .text = {}}; }
};

/// One object of an array, with all its members in the order in which they were sent. An array or
/// object in it is `other`.
struct ObjectValue {
  std::vector<std::pair<std::string_view, MemberValue>> members;

  /// The last of several members with this name wins; `missing` if there is none.
  [[nodiscard]] MemberValue operator[](std::string_view name) const {
    for (auto member = members.rbegin(); member != members.rend(); ++member) {
      if (member->first == name) return member->second;
    }
    return {};
  }
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
