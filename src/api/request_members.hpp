// The members of a request, from its JSON body or, where a body cannot be sent, its query string.
#pragma once

#include <list>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "operations/member_values.hpp"

namespace blotter::api {

/// Objects and arrays may stand inside each other this deep.
inline constexpr std::size_t json_depth_max = 32;

class RequestMembers {
 public:
  /// `body` must be followed by `http::body_padding` readable bytes. The values are views of the
  /// thread's parser: they end with the next call on the same thread.
  Result<void> read_body(std::string_view body);
  Result<void> read_query(std::string_view query);

  [[nodiscard]] const MemberValues& values() const { return values_; }

 private:
  MemberValues values_;
  std::list<std::string> decoded_;
};

}  // namespace blotter::api
