#include "api/openapi_errors.hpp"

#include <map>

namespace blotter::api {
namespace {

using Errors = std::vector<Error>;

/// Errors that mean the same for every operation, with the name of their component.
struct Shared {
  std::string_view name;
  ErrorId id;
};
constexpr Shared shared[] = {
    {"RequestTimeout", ErrorId::request_timeout},
    {"PayloadTooLarge", ErrorId::payload_too_large},
    {"IdempotencyKeyReused", ErrorId::idempotency_key_reused},
    {"RateLimited", ErrorId::rate_limited},
    {"HeadTooLarge", ErrorId::head_too_large},
    {"ReadFailed", ErrorId::read_failed},
    {"ChangeFailed", ErrorId::change_failed},
    {"CreateFailed", ErrorId::create_failed},
    {"Overloaded", ErrorId::overloaded},
};

bool is_storage_failure(ErrorId id) {
  return id == ErrorId::read_failed || id == ErrorId::change_failed || id == ErrorId::create_failed;
}

}  // namespace

void write_header_reference(JsonWriter& json, std::string_view name) {
  json.key(name);
  json.begin_object();
  json.member("$ref", "#/components/headers/" + std::string(name));
  json.end_object();
}

namespace {

void write_error_headers(JsonWriter& json, unsigned status) {
  json.key("headers");
  json.begin_object();
  if (status < 500) write_header_reference(json, "X-Error-Hint");
  if (status == 500) write_header_reference(json, "X-Request-Id");
  if (status == 429 || status == 503) write_header_reference(json, "Retry-After");
  if (status == 429) write_rate_headers(json);
  json.end_object();
}

/// The schema of errors with the same status: `error`, `details` and their values.
void write_error_schema(JsonWriter& json, const Errors& errors, FoundMember found_member) {
  const bool says_found = found_member == FoundMember::present && errors.front().status() == 404;
  json.begin_object();
  json.key("allOf");
  json.begin_array();
  json.raw(R"({"$ref":"#/components/schemas/Error"})");
  json.begin_object();
  if (says_found) json.key("required");
  if (says_found) json.raw(R"(["found"])");
  json.key("properties");
  json.begin_object();
  json.key("error");
  json.begin_object();
  json.member("const", errors.front().title());
  json.end_object();
  json.key("details");
  json.begin_object();
  json.key("enum");
  json.begin_array();
  for (const Error& error : errors) json.value(error.details());
  json.end_array();
  json.end_object();
  json.end_object();
  json.end_object();
  json.end_array();
  json.end_object();
}

void write_error_example(JsonWriter& json, const Error& error, FoundMember found_member) {
  json.key(error.details());
  json.begin_object();
  if (!error.hint().empty()) json.member("summary", error.hint());
  json.key("value");
  json.begin_object();
  if (found_member == FoundMember::present && error.status() == 404) json.member("found", false);
  json.member("error", error.title());
  json.member("details", error.details());
  json.end_object();
  json.end_object();
}

std::string description_of(const Errors& errors) {
  std::string text;
  for (const Error& error : errors) {
    if (!text.empty()) text += "; ";
    text += error.details();
  }
  return text;
}

/// All errors must have the same status.
void write_response(JsonWriter& json, const Errors& errors,
                    FoundMember found_member = FoundMember::absent) {
  json.begin_object();
  json.member("description", description_of(errors));
  write_error_headers(json, errors.front().status());
  json.key("content");
  json.begin_object();
  json.key("application/json");
  json.begin_object();
  json.key("schema");
  write_error_schema(json, errors, found_member);
  json.key("examples");
  json.begin_object();
  for (const Error& error : errors) write_error_example(json, error, found_member);
  json.end_object();
  json.end_object();
  json.end_object();
  json.end_object();
}

std::map<unsigned, Errors> own_errors(const Operation& operation) {
  std::map<unsigned, Errors> by_status;
  by_status[400].push_back(Error::unreadable("the body must be a JSON object"));
  for (const MemberDoc& doc : operation.handler.document()) {
    by_status[400].push_back(Error::invalid(doc.info.member, "is missing or has a wrong value"));
  }
  by_status[403].emplace_back(ErrorId::unauthorised);
  for (Error& error : operation.rights.refusals()) by_status[403].push_back(std::move(error));
  for (const ErrorId id : operation.refusals.ids()) {
    by_status[Error(id).status()].emplace_back(id);
  }
  return by_status;
}

}  // namespace

void write_refusals(JsonWriter& json, const Operation& operation) {
  for (const auto& [status, errors] : own_errors(operation)) {
    json.key(std::to_string(status));
    write_response(json, errors, operation.found_member);
  }
  for (const auto& [name, id] : shared) {
    if (is_storage_failure(id) && id != operation.storage_failure()) continue;
    if (id == ErrorId::idempotency_key_reused && operation.event.empty()) continue;
    json.key(std::to_string(Error(id).status()));
    json.begin_object();
    json.member("$ref", "#/components/responses/" + std::string(name));
    json.end_object();
  }
}

void write_shared_refusals(JsonWriter& json) {
  for (const auto& [name, id] : shared) {
    json.key(name);
    write_response(json, {Error(id)});
  }
}

void write_headers(JsonWriter& json) {
  struct Header {
    std::string_view name;
    std::string_view type;
    std::string_view about;
  };
  constexpr Header headers[] = {
      {"X-Error-Hint", "string", "What to do, in one sentence; its wording may change"},
      {"X-Request-Id", "string", "Identifies the line of the log that names the cause"},
      {"Retry-After", "integer", "Number of seconds to wait before a retry"},
      {"X-Event-Seq", "integer",
       "The `seq` of the event of this change; absent in the response to a retry"},
      {"Idempotent-Replayed", "boolean",
       "True if this is the response to an earlier request with the same Idempotency-Key"},
      {"X-RateLimit-Limit", "integer", "Requests per second, if the operator limits them"},
      {"X-RateLimit-Remaining", "integer", "Requests left in this second"},
      {"X-RateLimit-Reset", "integer", "When the next second begins, in milliseconds since 1970"},
  };
  for (const auto& [name, type, about] : headers) {
    json.key(name);
    json.begin_object();
    json.member("description", about);
    json.key("schema");
    json.begin_object();
    json.member("type", type);
    json.end_object();
    json.end_object();
  }
}

void write_rate_headers(JsonWriter& json) {
  for (const auto* name : {"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"}) {
    write_header_reference(json, name);
  }
}

void write_error_table(JsonWriter& json) {
  json.begin_array();
  for (std::size_t i = 0; i < error_count; ++i) {
    const auto id = static_cast<ErrorId>(i);
    // These two name a member or a scope, so each operation lists its own.
    if (id == ErrorId::invalid_member || id == ErrorId::missing_permission) continue;
    // Only the setup returns it, which is not an operation.
    if (id == ErrorId::invalid_guild) continue;
    const Error error(id);
    json.begin_object();
    json.member("status", std::int64_t{error.status()});
    json.member("code", std::int64_t{error.code()});
    json.member("error", error.title());
    json.member("details", error.details());
    if (!error.hint().empty()) json.member("hint", error.hint());
    json.end_object();
  }
  json.end_array();
}

}  // namespace blotter::api
