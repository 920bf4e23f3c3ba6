#include "api/openapi.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "api/openapi_errors.hpp"
#include "api/openapi_members.hpp"
#include "base/digest.hpp"
#include "base/gzip.hpp"
#include "base/json_writer.hpp"
#include "operations/operation.hpp"

namespace blotter::api {
namespace {

constexpr std::string_view about_api =
    R"(Records of roleplay communities: civilians, vehicles, firearms, and the entries that officers and medics make.

**Access.** Every operation takes two headers: `Authorization` holds the key, as it is or as `Bearer <key>`, and `Guild` the id of the guild that the request is about. A key is valid for the guilds and scopes that it was created with.

**Members.** POST, PATCH and PUT take a JSON object. GET and DELETE take their members from the query string; a JSON object in the body works too, and then the query string is ignored. Types are strict, `null` counts as missing, and unknown members are ignored. White space at both ends of a text is removed; the rest must not be empty.

**Matching.** Names match without regard to case, Unicode form and runs of white space, plates and serial numbers without regard to case and any white space.

**Errors.** Every error has the members `error` and `details`; the number in `details` is its code and never changes its meaning. The header `X-Error-Hint` says what to do. For clients that cannot see headers, a request with `Accept: application/problem+json` gets two more members: `hint`, the text of that header, and `retryAfter`, the seconds of `Retry-After`. The checks run in this order: path (404), method (405), key and guild (403), scope (403), rate limit (429), body and members (400), records (404), state (409).)";

struct Group {
  std::string_view name;
  std::string_view about;
};
constexpr Group groups[] = {
    {"civilian",
     "A civilian belongs to a guild; its name is unique there. Being deceased is permanent: the "
     "record can still be read and deleted, and its name stays taken; its vehicles can be looked "
     "up, impounded and deleted, its firearms looked up and deleted. Every other change that names "
     "the civilian is refused with 409 (20065)."},
    {"vehicle", "A vehicle belongs to one civilian. Its plate is unique in the guild."},
    {"firearm",
     "A firearm belongs to one civilian. The server creates its serial number: ten characters of "
     "`0-9A-Z` without `I`, `L`, `O` and `U`. The color is stored and can be edited, but no record "
     "shows it."},
    {"leo",
     "Citations, fines, arrests and impounded vehicles; and the history of all entries, in which "
     "those that were a mistake are void."},
    {"medical", "Admissions to hospitals."},
    {"webhook",
     "A webhook sends the events of the guild to a URL as they happen. A request follows Standard "
     "Webhooks 1.0: a POST with the headers `webhook-id` (the id of the event, the same on every "
     "attempt), `webhook-timestamp` (of the attempt, in seconds) and `webhook-signature` "
     "(`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body` with the secret), and the "
     "body `{\"type\", \"timestamp\", \"data\"}`, where `data` is the event as `/api/audit` shows "
     "it. A status from 200 to 299 within 15 seconds is a success. Otherwise the event is sent "
     "again later, up to nine times within four days. With the format `discord`, events are "
     "messages in a channel of Discord, up to ten in one."},
    {"key",
     "The keys of the guild. A key with the scope `admin` lists, creates and revokes them, and "
     "creates links with which others make their own. All of this is for the guild of the request "
     "only."},
    {"guild", "The guild as a whole, its penal code, and the key of the request."},
    {"health", "Version and state of the service. No key is needed."},
};

void write_info(JsonWriter& json) {
  json.key("info");
  json.begin_object();
  json.member("title", "Blotter");
  json.member("version", BLOTTER_VERSION);
  json.member("summary", "A self-hosted records service for roleplay communities");
  json.member("description", about_api);
  json.key("license");
  json.raw(R"({"name":"MIT","identifier":"MIT"})");
  json.end_object();
}

void write_groups(JsonWriter& json) {
  json.key("tags");
  json.begin_array();
  for (const Group& group : groups) {
    json.begin_object();
    json.member("name", group.name);
    json.member("description", group.about);
    json.end_object();
  }
  json.end_array();
}

constexpr std::string_view query_only =
    "Members come from the query string only; a body is ignored.\n\n";

std::string description_of(const Operation& operation) {
  std::string text;
  for (const Remark& remark : remarks()) {
    if (remark.operation_id == operation.id) text.append(remark.text).append("\n\n");
  }
  if (operation.handler.input == InputFrom::query) text += query_only;
  const auto rights = operation.rights.all();
  if (rights.empty()) return text + "Any key for the guild is accepted.";
  text += "Needs the scope";
  for (const Right& right : rights) {
    const bool is_first = &right == &rights.front();
    text += fmt::format("{} `{}`{}", is_first ? "" : ", or", spelling(right.scope),
                        right.condition.text("`"));
  }
  return text + ".";
}

void write_right(JsonWriter& json, const Right& right) {
  const Condition& condition = right.condition;
  json.begin_object();
  json.member("scope", spelling(right.scope));
  if (condition.test != Condition::Test::none) {
    json.member("member", spelling(condition.member));
    json.member(condition.test == Condition::Test::is ? "value" : "except", condition.value);
  }
  json.end_object();
}

void write_rights(JsonWriter& json, const Rights& rights) {
  json.key("x-rights");
  json.begin_array();
  for (const Right& right : rights.all()) write_right(json, right);
  json.end_array();
}

/// Operations that have no group of their own belong to the guild.
std::string_view group_of(const Operation& operation) {
  const auto name = operation.id.substr(0, operation.id.find('.'));
  const auto is_named = [&](const Group& group) { return group.name == name; };
  return std::ranges::any_of(groups, is_named) ? name : "guild";
}

void write_success(JsonWriter& json, const Operation& operation, SchemaRegistry& registry) {
  json.key(std::to_string(operation.success_status()));
  json.begin_object();
  json.member("description", operation.summary);
  json.key("headers");
  json.begin_object();
  if (!operation.event.empty()) write_header_reference(json, "X-Event-Seq");
  if (!operation.event.empty()) write_header_reference(json, "Idempotent-Replayed");
  write_rate_headers(json);
  json.end_object();
  json.key("content");
  json.begin_object();
  json.key("application/json");
  json.begin_object();
  json.key("schema");
  operation.handler.describe_response(json, registry);
  json.end_object();
  if (operation.handler.is_stream) {
    json.key("text/event-stream");
    json.raw(R"({"schema":{"type":"string"}})");
  }
  json.end_object();
  json.end_object();
}

void write_operation(JsonWriter& json, const Operation& operation, const InputSettings& settings,
                     SchemaRegistry& registry) {
  json.begin_object();
  json.member("operationId", operation.id);
  json.key("tags");
  json.begin_array();
  json.value(group_of(operation));
  json.end_array();
  json.member("summary", operation.summary);
  json.member("description", description_of(operation));
  write_rights(json, operation.rights);
  if (operation.handler.input == InputFrom::query) json.member("x-query-only", true);
  if (!operation.event.empty()) json.member("x-event", operation.event);
  write_input(json, operation, settings);
  json.key("responses");
  json.begin_object();
  write_success(json, operation, registry);
  write_refusals(json, operation);
  json.end_object();
  json.end_object();
}

std::string_view method_key(Verb verb) {
  switch (verb) {
    case Verb::get: return "get";
    case Verb::post: return "post";
    case Verb::patch: return "patch";
    case Verb::put: return "put";
    case Verb::delete_: break;
  }
  return "delete";
}

/// Endpoints that need no key.
struct OpenPage {
  std::string_view path;
  std::string_view id;
  std::string_view summary;
  std::string_view responses;
};
constexpr OpenPage open_pages[] = {
    {"/api/version", "version", "The version of the program",
     R"({"200":{"description":"The version","content":{"application/json":{"schema":{"type":"object","properties":{"version":{"type":"string"}},"required":["version"],"additionalProperties":false}}}}})"},
    {"/healthz", "healthz", "Whether the server runs",
     R"({"200":{"description":"The server runs","content":{"application/json":{"schema":{"type":"object","properties":{"status":{"const":"alive"}},"required":["status"],"additionalProperties":false}}}}})"},
    {"/readyz", "readyz", "Whether the store responds",
     R"({"200":{"description":"The store responds","content":{"application/json":{"schema":{"type":"object","properties":{"status":{"const":"ready"}},"required":["status"],"additionalProperties":false}}}},"503":{"description":"The store does not respond","content":{"application/json":{"schema":{"type":"object","properties":{"status":{"const":"the store does not answer"}},"required":["status"],"additionalProperties":false}}}}})"},
    {"/metrics", "metrics", "Metrics in the text format of Prometheus",
     R"({"200":{"description":"The metrics","content":{"text/plain":{"schema":{"type":"string"}}}}})"},
};

void write_open_page(JsonWriter& json, const OpenPage& page) {
  json.key(page.path);
  json.begin_object();
  json.key("get");
  json.begin_object();
  json.member("operationId", page.id);
  json.key("tags");
  json.raw(R"(["health"])");
  json.member("summary", page.summary);
  json.key("security");
  json.raw("[]");
  json.key("responses");
  json.raw(page.responses);
  json.end_object();
  json.end_object();
}

void write_paths(JsonWriter& json, const InputSettings& settings, SchemaRegistry& registry) {
  // Operations with the same path need not be adjacent in the table.
  std::map<std::string_view, std::vector<const Operation*>> by_path;
  std::vector<std::string_view> paths;
  for (const Operation& operation : operations()) {
    auto& there = by_path[operation.path];
    if (there.empty()) paths.push_back(operation.path);
    there.push_back(&operation);
  }
  json.key("paths");
  json.begin_object();
  for (const std::string_view path : paths) {
    json.key(path);
    json.begin_object();
    for (const Operation* operation : by_path[path]) {
      json.key(method_key(operation->verb));
      write_operation(json, *operation, settings, registry);
    }
    json.end_object();
  }
  for (const OpenPage& page : open_pages) write_open_page(json, page);
  json.end_object();
}

constexpr std::string_view error_schema =
    R"({"type":"object","properties":{"found":{"const":false},"error":{"type":"string"},"details":{"type":"string"},"hint":{"type":"string"},"retryAfter":{"type":"integer"}},"required":["error","details"],"additionalProperties":false})";

constexpr std::string_view security_schemes =
    R"({"key":{"type":"apiKey","in":"header","name":"Authorization","description":"The key, as it is or as `Bearer <key>`"},)"
    R"("guild":{"type":"apiKey","in":"header","name":"Guild","description":"The id of the guild: 1 to 64 of `A-Z a-z 0-9 _ -`"}})";

void write_components(JsonWriter& json, const SchemaRegistry& registry) {
  json.key("components");
  json.begin_object();
  json.key("securitySchemes");
  json.raw(security_schemes);
  json.key("headers");
  json.begin_object();
  write_headers(json);
  json.end_object();
  json.key("responses");
  json.begin_object();
  write_shared_refusals(json);
  json.end_object();
  json.key("schemas");
  json.begin_object();
  json.key("Error");
  json.raw(error_schema);
  for (const auto& [name, schema] : registry.schemas()) {
    json.key(name);
    json.raw(schema);
  }
  json.end_object();
  json.end_object();
}

}  // namespace

std::string openapi_document(const InputSettings& settings) {
  std::string text;
  JsonWriter json(text);
  SchemaRegistry registry;
  json.begin_object();
  json.member("openapi", "3.1.0");
  write_info(json);
  json.key("servers");
  json.raw(R"([{"url":"/","description":"the server that this document came from"}])");
  json.key("security");
  json.raw(R"([{"key":[],"guild":[]}])");
  write_groups(json);
  write_paths(json, settings, registry);
  write_components(json, registry);
  json.key("x-errors");
  write_error_table(json);
  json.end_object();
  return text;
}

OpenApiFile::OpenApiFile(const InputSettings& settings) {
  const std::string document = openapi_document(settings);
  gzip_ = gzip(document);
  version_ = to_hex(sha256(document)).substr(0, 16);
}

http::Response OpenApiFile::respond(const http::Request& request) const {
  return http::file_response({.path = "/openapi.json",
                              .content_type = "application/json; charset=utf-8",
                              .version = version_,
                              .caching = http::Caching::revalidate,
                              .gzip = gzip_},
                             plain_, request);
}

}  // namespace blotter::api
