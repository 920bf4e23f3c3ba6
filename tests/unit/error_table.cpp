// Every error, word for word as in section 3 of the contract.
#include <gtest/gtest.h>

#include "base/error.hpp"

namespace blotter {
namespace {

struct Row {
  ErrorId id;
  unsigned status;
  std::string_view title;
  std::string_view details;
};

constexpr Row contract[] = {
    {ErrorId::unauthorised, 403, "403 Forbidden", "Unauthorised guild access (20058)"},
    {ErrorId::character_not_found, 404, "404 Not found", "Character not found (10023)"},
    {ErrorId::vehicle_not_found, 404, "404 Not found", "Vehicle not found (10023)"},
    {ErrorId::firearm_not_found, 404, "404 Not found", "Firearm not found (10023)"},
    {ErrorId::entry_not_found, 404, "404 Not found", "Entry not found (10023)"},
    {ErrorId::key_not_found, 404, "404 Not found", "Key not found (10023)"},
    {ErrorId::event_not_found, 404, "404 Not found", "Event not found (10023)"},
    {ErrorId::no_civilians, 404, "404 Not found", "Unable to find any civilians (20060)"},
    {ErrorId::no_vehicles, 404, "404 Not found", "Unable to find any vehicles (20060)"},
    {ErrorId::no_firearms, 404, "404 Not found", "Unable to find any firearms (20060)"},
    {ErrorId::unknown_endpoint, 404, "404 Not found", "Unknown endpoint (10404)"},
    {ErrorId::method_not_allowed, 405, "405 Method not allowed", "Method not allowed (10405)"},
    {ErrorId::request_timeout, 408, "408 Request timeout", "Request timeout (10408)"},
    {ErrorId::payload_too_large, 413, "413 Payload too large", "Payload too large (10413)"},
    {ErrorId::head_too_large, 431, "431 Request header fields too large",
     "Request header fields too large (10431)"},
    {ErrorId::civilian_exists, 409, "409 Conflict", "Civilian already exists (20061)"},
    {ErrorId::vehicle_exists, 409, "409 Conflict", "Vehicle already exists (20061)"},
    {ErrorId::value_unchanged, 409, "409 Conflict", "Value is unchanged (20062)"},
    {ErrorId::bolo_active, 409, "409 Conflict", "Civilian already has an active BOLO (20063)"},
    {ErrorId::bolo_inactive, 409, "409 Conflict", "Civilian does not have an active BOLO (20064)"},
    {ErrorId::civilian_is_deceased, 409, "409 Conflict", "Civilian is deceased (20065)"},
    {ErrorId::several_vehicles, 409, "409 Conflict", "Several vehicles match (20066)"},
    {ErrorId::several_firearms, 409, "409 Conflict", "Several firearms match (20066)"},
    {ErrorId::already_impounded, 409, "409 Conflict", "Vehicle is already impounded (20067)"},
    {ErrorId::not_impounded, 409, "409 Conflict", "Vehicle is not impounded (20068)"},
    {ErrorId::webhook_not_found, 404, "404 Not found", "Webhook not found (10023)"},
    {ErrorId::webhook_is_disabled, 409, "409 Conflict", "Webhook is disabled (20080)"},
    {ErrorId::too_many_webhooks, 409, "409 Conflict", "Guild has too many webhooks (20081)"},
    {ErrorId::not_in_custody, 409, "409 Conflict", "Civilian is not in custody (20072)"},
    {ErrorId::changed_since, 409, "409 Conflict", "Record was changed since (20073)"},
    {ErrorId::cannot_restore, 409, "409 Conflict", "Deleted records cannot be restored (20074)"},
    {ErrorId::already_void, 409, "409 Conflict", "Entry is already void (20075)"},
    {ErrorId::last_owner, 409, "409 Conflict", "Last owner cannot revoke itself (20076)"},
    {ErrorId::not_undoable, 409, "409 Conflict", "Event cannot be undone (20082)"},
    {ErrorId::too_many_keys, 409, "409 Conflict", "Guild has too many keys (20083)"},
    {ErrorId::idempotency_key_reused, 422, "422 Unprocessable content",
     "Idempotency key was used for another request (20070)"},
    {ErrorId::unknown_event_number, 409, "409 Conflict", "Event number is unknown (20071)"},
    {ErrorId::too_many_records, 409, "409 Conflict", "Civilian has too many records (20077)"},
    {ErrorId::rate_limited, 429, "429 Too many requests", "Rate limit exceeded (20069)"},
    {ErrorId::read_failed, 500, "500 Internal server error", "Unable to execute request (10020)"},
    {ErrorId::change_failed, 500, "500 Internal server error", "Unable to execute request (10021)"},
    {ErrorId::create_failed, 500, "500 Internal server error", "Unable to execute request (10022)"},
    {ErrorId::overloaded, 503, "503 Service unavailable", "Service is overloaded (10503)"},
};

TEST(ErrorTable, every_error_matches_the_contract) {
  for (const Row& row : contract) {
    const Error error(row.id);
    EXPECT_EQ(error.status(), row.status) << row.details;
    EXPECT_EQ(error.title(), row.title) << row.details;
    EXPECT_EQ(error.details(), row.details);
  }
}

TEST(ErrorTable, the_list_above_and_three_special_errors_are_all) {
  EXPECT_EQ(std::size(contract) + 3, static_cast<std::size_t>(ErrorId::overloaded) + 1);
}

TEST(ErrorTable, every_refusal_that_a_client_can_cause_has_a_hint) {
  for (const Row& row : contract) {
    EXPECT_TRUE(row.status >= 500 || !Error(row.id).hint().empty()) << row.details;
  }
}

TEST(ErrorTable, an_invalid_member_is_named_with_its_code) {
  const Error error = Error::invalid(Member::serial_number, "must be a string");
  EXPECT_EQ(error.id(), ErrorId::invalid_member);
  EXPECT_EQ(error.status(), 400U);
  EXPECT_EQ(error.title(), "400 Bad request");
  EXPECT_EQ(error.details(), "Invalid serialNumber provided (11024)");
  EXPECT_EQ(error.hint(), "serialNumber must be a string");
}

TEST(ErrorTable, a_body_that_is_not_an_object_is_11000) {
  EXPECT_EQ(Error::invalid(Member::body, "must be a JSON object").details(),
            "Invalid body provided (11000)");
}

TEST(ErrorTable, an_invalid_guild_id_is_10400) {
  const Error error(ErrorId::invalid_guild);
  EXPECT_EQ(error.status(), 400U);
  EXPECT_EQ(error.title(), "400 Bad request");
  EXPECT_EQ(error.details(), "Invalid guild id provided (10400)");
}

TEST(ErrorTable, a_missing_permission_names_its_scope) {
  const Error error = Error::missing_permission("leo", "the key does not have the scope leo");
  EXPECT_EQ(error.status(), 403U);
  EXPECT_EQ(error.title(), "403 Forbidden");
  EXPECT_EQ(error.details(), "Missing permission leo (20059)");
  EXPECT_EQ(error.hint(), "the key does not have the scope leo");
}

TEST(ErrorTable, a_specific_hint_replaces_that_of_the_table) {
  const Error error(ErrorId::several_vehicles, "choose A or B");
  EXPECT_EQ(error.hint(), "choose A or B");
  EXPECT_EQ(error.details(), "Several vehicles match (20066)");
}

}  // namespace
}  // namespace blotter
