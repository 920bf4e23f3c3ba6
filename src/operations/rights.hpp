// Which keys may use an operation.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "domain/api_key.hpp"
#include "operations/member_values.hpp"

namespace blotter {

/// What a right requires of the members of a request.
struct Condition {
  enum class Test : std::uint8_t {
    none,   // every request meets it
    is,     // the member has this value
    is_not  // the member has another value, or none
  };
  Test test = Test::none;
  Member member = Member::body;
  std::string_view value = {};

  [[nodiscard]] bool is_met_by(const MemberValues& values) const;
  /// " for the kind admission", with `quote` around the value; "" if every request meets it.
  [[nodiscard]] std::string text(std::string_view quote = "") const;
};

constexpr Condition when(Member member, std::string_view value) {
  return {Condition::Test::is, member, value};
}
constexpr Condition unless(Member member, std::string_view value) {
  return {Condition::Test::is_not, member, value};
}

/// A scope that allows an operation, perhaps only for some requests.
struct Right {
  Scope scope;
  Condition condition = {};
};

/// The rights of an operation; any of them whose condition is met is enough. Every request meets
/// the condition of at least one. Without any, every key of the guild may use the operation.
class Rights {
 public:
  constexpr Rights(Scope scope) : Rights({Right{scope}}) {}  // NOLINT(google-explicit-constructor)
  constexpr Rights(std::initializer_list<Right> rights) : size_(rights.size()) {
    std::copy(rights.begin(), rights.end(), rights_.begin());
  }

  [[nodiscard]] constexpr std::span<const Right> all() const { return {rights_.data(), size_}; }
  /// False if no request is allowed, whatever its members are.
  [[nodiscard]] bool may_allow(const Scopes& scopes) const;
  [[nodiscard]] bool allow(const Scopes& scopes, const MemberValues& values) const;
  /// The error for a key without any right for these members; it names the first scope that would
  /// be enough.
  [[nodiscard]] Error refusal(const MemberValues& values = {}) const;
  /// The errors for all members that may be sent.
  [[nodiscard]] std::vector<Error> refusals() const;

 private:
  std::array<Right, 2> rights_{};
  std::size_t size_;
};

/// For an operation that every key of the guild may use.
inline constexpr Rights any_key{std::initializer_list<Right>()};

}  // namespace blotter
