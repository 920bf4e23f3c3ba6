// The error table: every error of the API contract with its status, sentence and code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/member.hpp"

namespace blotter {

enum class ErrorId : std::uint8_t {
  invalid_member,
  invalid_guild,
  unauthorised,
  missing_permission,
  character_not_found,
  vehicle_not_found,
  firearm_not_found,
  webhook_not_found,
  entry_not_found,
  key_not_found,
  event_not_found,
  no_civilians,
  no_vehicles,
  no_firearms,
  unknown_endpoint,
  method_not_allowed,
  request_timeout,
  payload_too_large,
  head_too_large,
  civilian_exists,
  vehicle_exists,
  value_unchanged,
  bolo_active,
  bolo_inactive,
  civilian_is_deceased,
  several_vehicles,
  several_firearms,
  already_impounded,
  not_impounded,
  unknown_event_number,
  not_in_custody,
  changed_since,
  cannot_restore,
  already_void,
  last_owner,
  too_many_records,
  webhook_is_disabled,
  too_many_webhooks,
  not_undoable,
  too_many_keys,
  idempotency_key_reused,
  rate_limited,
  read_failed,
  change_failed,
  create_failed,
  overloaded,
};
inline constexpr std::size_t error_count = static_cast<std::size_t>(ErrorId::overloaded) + 1;

class Error {
 public:
  /// An error with the default hint from the table.
  Error(ErrorId id);  // NOLINT(google-explicit-constructor): lets callers return a bare id
  Error(ErrorId id, std::string hint);

  /// `rule` continues the sentence that begins with the member's name: "must be a number".
  static Error invalid(Member member, std::string_view rule);
  /// For requests that could not be parsed; the hint is a full sentence with the reason.
  static Error unreadable(std::string hint) { return {ErrorId::invalid_member, std::move(hint)}; }
  static Error missing_permission(std::string_view scope, std::string hint);

  [[nodiscard]] ErrorId id() const { return id_; }
  [[nodiscard]] unsigned status() const;
  [[nodiscard]] int code() const;
  /// "409 Conflict".
  [[nodiscard]] std::string_view title() const;
  /// "Vehicle already exists (20061)".
  [[nodiscard]] std::string details() const;
  /// One plain sentence for `X-Error-Hint`.
  [[nodiscard]] const std::string& hint() const { return hint_; }

 private:
  ErrorId id_;
  Member member_ = Member::body;
  std::string scope_;
  std::string hint_;
};

}  // namespace blotter
