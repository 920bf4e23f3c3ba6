// The request members that have an error code in the API contract: code = 11000 + index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace blotter {

enum class Member : std::uint8_t {
  body,
  name,
  user_id,
  user_name,
  age,
  dob,
  gender,
  hair,
  weight,
  height,
  address,
  occupation,
  field,
  value,
  bolo,
  reason,
  deceased,
  plate,
  model,
  color,
  color_type,
  registration,
  insurance,
  vehicle_id,
  serial_number,
  officer_name,
  officer_id,
  charges,
  time,
  amount,
  impound,
  fee,
  injures,
  unit_name,
  unit_id,
  limit,
  after,
  q,
  stolen,
  impounded,
  civilian_id,
  kind,
  key_id,
  from,
  to,
  wait,
  url,
  kinds,
  format,
  webhook_id,
  seq,
  expires_in,
  release_in,
  count,
  role,
  scopes,
  entries,
  order,
};

inline constexpr std::size_t member_count = static_cast<std::size_t>(Member::order) + 1;

/// The spelling that clients use: `userID`, `serialNumber`.
std::string_view spelling(Member member);
int error_code(Member member);
std::optional<Member> find_member(std::string_view spelling);

}  // namespace blotter
