#include "operations/rights.hpp"

#include <fmt/format.h>

namespace blotter {

bool Condition::is_met_by(const MemberValues& values) const {
  switch (test) {
    case Test::none: return true;
    case Test::is: return values[member].text == value;
    case Test::is_not: return values[member].text != value;
  }
  return false;
}

std::string Condition::text(std::string_view quote) const {
  switch (test) {
    case Test::none: break;
    case Test::is: return fmt::format(" for the {0} {2}{1}{2}", spelling(member), value, quote);
    case Test::is_not:
      return fmt::format(" for any {0} but {2}{1}{2}", spelling(member), value, quote);
  }
  return "";
}

bool Rights::may_allow(const Scopes& scopes) const {
  return size_ == 0 ||
         std::ranges::any_of(all(), [&](const Right& right) { return scopes.has(right.scope); });
}

bool Rights::allow(const Scopes& scopes, const MemberValues& values) const {
  return size_ == 0 || std::ranges::any_of(all(), [&](const Right& right) {
           return scopes.has(right.scope) && right.condition.is_met_by(values);
         });
}

Error Rights::refusal(const MemberValues& values) const {
  std::string named;
  std::string enough;
  std::string elsewhere;
  for (const Right& right : all()) {
    const std::string_view scope = spelling(right.scope);
    if (!right.condition.is_met_by(values)) {
      elsewhere += fmt::format("; {} is enough{}", scope, right.condition.text());
      continue;
    }
    if (named.empty()) named = scope;
    enough += fmt::format("{}{}", enough.empty() ? "" : " or ", scope);
  }
  return Error::missing_permission(
      named, fmt::format("the key does not have the scope {}{}", enough, elsewhere));
}

std::vector<Error> Rights::refusals() const {
  std::vector<Error> errors;
  for (const Right& right : all()) {
    MemberValues values;
    const Condition& condition = right.condition;
    if (condition.test == Condition::Test::is) {
      values[condition.member] = MemberValue::of(condition.value);
    }
    errors.push_back(refusal(values));
    // Later rights are never the first one that would be enough.
    if (condition.test == Condition::Test::none) break;
  }
  return errors;
}

}  // namespace blotter
