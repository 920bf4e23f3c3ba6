#include "base/error.hpp"

#include <array>

#include <fmt/format.h>

namespace blotter {
namespace {

struct Row {
  ErrorId id;
  unsigned status;
  int code;
  std::string_view sentence;
  std::string_view hint;
};

using enum ErrorId;

constexpr std::array rows = {
    Row{invalid_member, 400, 0, "", ""},
    Row{invalid_guild, 400, 10400, "Invalid guild id provided",
        "send the id of the new guild in the Guild header"},
    Row{unauthorised, 403, 20058, "Unauthorised guild access",
        "send a valid key in Authorization and the id of a guild it is for in Guild"},
    Row{ErrorId::missing_permission, 403, 20059, "Missing permission", ""},
    Row{character_not_found, 404, 10023, "Character not found", "no civilian has this name"},
    Row{vehicle_not_found, 404, 10023, "Vehicle not found", "no matching vehicle is registered"},
    Row{firearm_not_found, 404, 10023, "Firearm not found", "no matching firearm is registered"},
    Row{webhook_not_found, 404, 10023, "Webhook not found", "no webhook of the guild has this id"},
    Row{entry_not_found, 404, 10023, "Entry not found",
        "the civilian has no entry of this kind with this count"},
    Row{key_not_found, 404, 10023, "Key not found", "no valid key of the guild has this id"},
    Row{event_not_found, 404, 10023, "Event not found", "the guild has no event with this number"},
    Row{no_civilians, 404, 20060, "Unable to find any civilians",
        "the guild has no civilians, or none that match"},
    Row{no_vehicles, 404, 20060, "Unable to find any vehicles",
        "the guild has no vehicles, or none that match"},
    Row{no_firearms, 404, 20060, "Unable to find any firearms",
        "the guild has no firearms, or none that match"},
    Row{unknown_endpoint, 404, 10404, "Unknown endpoint", "no operation has this path"},
    Row{method_not_allowed, 405, 10405, "Method not allowed", "see the Allow header"},
    Row{request_timeout, 408, 10408, "Request timeout", "the request did not arrive in time"},
    Row{payload_too_large, 413, 10413, "Payload too large", "the body is too large"},
    Row{head_too_large, 431, 10431, "Request header fields too large", "the head is too large"},
    Row{civilian_exists, 409, 20061, "Civilian already exists",
        "another civilian of the guild has this name"},
    Row{vehicle_exists, 409, 20061, "Vehicle already exists",
        "another vehicle of the guild has this plate"},
    Row{value_unchanged, 409, 20062, "Value is unchanged", "the field already has this value"},
    Row{bolo_active, 409, 20063, "Civilian already has an active BOLO",
        "end the active BOLO before raising a new one"},
    Row{bolo_inactive, 409, 20064, "Civilian does not have an active BOLO",
        "there is no active BOLO to end"},
    Row{civilian_is_deceased, 409, 20065, "Civilian is deceased",
        "a deceased civilian cannot be changed"},
    Row{several_vehicles, 409, 20066, "Several vehicles match", "send plate or vehicleID"},
    Row{several_firearms, 409, 20066, "Several firearms match", "send serialNumber"},
    Row{already_impounded, 409, 20067, "Vehicle is already impounded",
        "release the vehicle before impounding it again"},
    Row{not_impounded, 409, 20068, "Vehicle is not impounded",
        "only an impounded vehicle can be released"},
    Row{unknown_event_number, 409, 20071, "Event number is unknown",
        "begin again with the oldest or the latest event"},
    Row{not_in_custody, 409, 20072, "Civilian is not in custody",
        "no arrest of the civilian still runs"},
    Row{changed_since, 409, 20073, "Record was changed since",
        "undo the later changes of the record first"},
    Row{cannot_restore, 409, 20074, "Deleted records cannot be restored",
        "they are no longer kept, or a name, plate or serial number is taken again"},
    Row{already_void, 409, 20075, "Entry is already void", "an entry is voided once"},
    Row{last_owner, 409, 20076, "Last owner cannot revoke itself",
        "create another key with the scope admin first"},
    Row{too_many_records, 409, 20077, "Civilian has too many records",
        "a civilian has at most 1000 vehicles, 1000 firearms, 100000 entries and 1000 arrests that "
        "run"},
    Row{webhook_is_disabled, 409, 20080, "Webhook is disabled",
        "set its field active to true before sending anything again"},
    Row{too_many_webhooks, 409, 20081, "Guild has too many webhooks",
        "a guild has at most 50 webhooks"},
    Row{not_undoable, 409, 20082, "Event cannot be undone", "there is nothing to take back"},
    Row{too_many_keys, 409, 20083, "Guild has too many keys",
        "revoke keys and invitations that are not used any more"},
    Row{idempotency_key_reused, 422, 20070, "Idempotency key was used for another request",
        "use a new Idempotency-Key for every change, and the same one only to repeat it"},
    Row{rate_limited, 429, 20069, "Rate limit exceeded",
        "retry after the number of seconds in Retry-After"},
    Row{read_failed, 500, 10020, "Unable to execute request", ""},
    Row{change_failed, 500, 10021, "Unable to execute request", ""},
    Row{create_failed, 500, 10022, "Unable to execute request", ""},
    Row{overloaded, 503, 10503, "Service is overloaded",
        "retry after the number of seconds in Retry-After"},
};

consteval bool rows_are_in_order() {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (static_cast<std::size_t>(rows[i].id) != i) return false;
  }
  return rows.size() == error_count;
}
static_assert(rows_are_in_order());

const Row& row(ErrorId id) { return rows[static_cast<std::size_t>(id)]; }

}  // namespace

Error::Error(ErrorId id) : Error(id, std::string(row(id).hint)) {}

Error::Error(ErrorId id, std::string hint) : id_(id), hint_(std::move(hint)) {}

Error Error::invalid(Member member, std::string_view rule) {
  Error error(invalid_member, fmt::format("{} {}", spelling(member), rule));
  error.member_ = member;
  return error;
}

Error Error::missing_permission(std::string_view scope, std::string hint) {
  Error error(ErrorId::missing_permission, std::move(hint));
  error.scope_ = scope;
  return error;
}

unsigned Error::status() const { return row(id_).status; }

int Error::code() const { return id_ == invalid_member ? error_code(member_) : row(id_).code; }

std::string_view Error::title() const {
  switch (status()) {
    case 400: return "400 Bad request";
    case 403: return "403 Forbidden";
    case 404: return "404 Not found";
    case 405: return "405 Method not allowed";
    case 408: return "408 Request timeout";
    case 409: return "409 Conflict";
    case 413: return "413 Payload too large";
    case 422: return "422 Unprocessable content";
    case 429: return "429 Too many requests";
    case 431: return "431 Request header fields too large";
    case 503: return "503 Service unavailable";
    default: return "500 Internal server error";
  }
}

std::string Error::details() const {
  if (id_ == invalid_member) {
    return fmt::format("Invalid {} provided ({})", spelling(member_), error_code(member_));
  }
  const Row& entry = row(id_);
  if (id_ == ErrorId::missing_permission) {
    return fmt::format("{} {} ({})", entry.sentence, scope_, entry.code);
  }
  return fmt::format("{} ({})", entry.sentence, entry.code);
}

}  // namespace blotter
