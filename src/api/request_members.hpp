// The members of a request, from its JSON body or, where no body can be sent, its query string.
#pragma once

#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "operations/member_values.hpp"

namespace blotter::api {

/// The maximum nesting of objects and arrays.
inline constexpr std::size_t json_depth_max = 32;

class RequestMembers {
 public:
  /// `body` must be followed by `http::body_padding` readable bytes. The values are views into the
  /// thread's parser: the next call on the same thread invalidates them.
  Result<void> read_body(std::string_view body);
  Result<void> read_query(std::string_view query);

  [[nodiscard]] const MemberValues& values() const { return values_; }

 private:
  MemberValues values_;
  // Lists, because the values refer to their elements.
  std::list<std::string> decoded_;
  std::list<std::vector<ObjectValue>> objects_;
};

}  // namespace blotter::api
