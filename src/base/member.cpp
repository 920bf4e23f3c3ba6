#include "base/member.hpp"

#include <algorithm>
#include <array>

namespace blotter {
namespace {

constexpr int first_code = 11000;

constexpr std::array<std::string_view, member_count> spellings = {
    "body",         "name",        "userID",    "userName",     "age",        "dob",
    "gender",       "hair",        "weight",    "height",       "address",    "occupation",
    "field",        "value",       "bolo",      "reason",       "deceased",   "plate",
    "model",        "color",       "colorType", "registration", "insurance",  "vehicleID",
    "serialNumber", "officerName", "officerID", "charges",      "time",       "amount",
    "impound",      "fee",         "injures",   "unitName",     "unitID",     "limit",
    "after",        "q",           "stolen",    "impounded",    "civilianID", "kind",
    "keyID",        "from",        "to",        "wait",         "url",        "kinds",
    "format",       "webhookID",   "seq",       "expiresIn",    "releaseIn",  "count",
    "role",         "scopes",      "entries",   "order",
};

}  // namespace

std::string_view spelling(Member member) { return spellings[static_cast<std::size_t>(member)]; }

int error_code(Member member) { return first_code + static_cast<int>(member); }

std::optional<Member> find_member(std::string_view spelling) {
  const auto* found = std::find(spellings.begin() + 1, spellings.end(), spelling);
  if (found == spellings.end()) return std::nullopt;
  return static_cast<Member>(found - spellings.begin());
}

}  // namespace blotter
