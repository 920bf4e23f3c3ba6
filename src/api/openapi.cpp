#include "api/openapi.hpp"

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
    R"(Records of roleplay communities: civilians, vehicles, firearms, and what officers and medics write about them.

**Access.** Every operation takes two headers: `Authorization` holds the key, as it is or as `Bearer <key>`, and `Guild` the id of the guild that the request is about. A key is good for the guilds and scopes that it was made with.

**Members.** POST and PATCH take a JSON object. GET and DELETE take their members from the query string; a JSON object in the body works as well, and wins. Types are strict, `null` counts as missing, and unknown members are ignored. Text loses white space at both ends and must not be empty then.

**Matching.** Names match without regard to case, Unicode form and runs of white space, plates and serial numbers without regard to case and any white space.

**Errors.** Every error has the members `error` and `details`; the number in `details` is its code and never changes its meaning. The header `X-Error-Hint` says what to do. The checks come in this order: path (404), method (405), key and guild (403), scope (403), rate limit (429), body and members (400), records (404), state (409).)";

struct Group {
  std::string_view name;
  std::string_view about;
};
constexpr Group groups[] = {
    {"civilian",
     "A civilian belongs to a guild; its name is unique there. A deceased civilian stays so for "
     "ever: the record can still be read and deleted, and its name stays taken; its vehicles can "
     "be looked up, impounded and deleted, its firearms looked up and deleted. Every other change "
     "that names the civilian is refused with 409 (20065)."},
    {"vehicle", "A vehicle belongs to one civilian. Its plate is unique in the guild."},
    {"firearm",
     "A firearm belongs to one civilian. The server makes its serial number: ten characters of "
     "`0-9A-Z` without `I`, `L`, `O` and `U`. The color is kept and can be edited, but no record "
     "shows it."},
    {"leo", "Citations, fines, arrests and impounded vehicles."},
    {"medical", "Admissions to hospitals."},
    {"guild", "What is about the guild as a whole, or about the key that asks."},
    {"health", "Version and state of the service. These need no key."},
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
    "Members come from the query string only; a body is ignored, whatever it is.\n\n";

std::string description_of(const Operation& operation) {
  std::string text;
  for (const Remark& remark : remarks()) {
    if (remark.operation_id == operation.id) text.append(remark.text).append("\n\n");
  }
  if (operation.handler.input == InputFrom::query) text += query_only;
  if (!operation.scope) return text + "Any key for the guild may ask.";
  return text + fmt::format("Needs the scope `{}`.", spelling(*operation.scope));
}

/// What is about no kind of record is about the guild.
std::string_view group_of(const Operation& operation) {
  const auto dot = operation.id.find('.');
  return dot == std::string_view::npos ? "guild" : operation.id.substr(0, dot);
}

void write_success(JsonWriter& json, const Operation& operation, SchemaBook& book) {
  json.key(std::to_string(operation.success_status()));
  json.begin_object();
  json.member("description", operation.summary);
  json.key("headers");
  json.begin_object();
  write_rate_headers(json);
  json.end_object();
  json.key("content");
  json.begin_object();
  json.key("application/json");
  json.begin_object();
  json.key("schema");
  operation.handler.describe_answer(json, book);
  json.end_object();
  json.end_object();
  json.end_object();
}

void write_operation(JsonWriter& json, const Operation& operation, const InputSettings& settings,
                     SchemaBook& book) {
  json.begin_object();
  json.member("operationId", operation.id);
  json.key("tags");
  json.begin_array();
  json.value(group_of(operation));
  json.end_array();
  json.member("summary", operation.summary);
  json.member("description", description_of(operation));
  json.key("x-scope");
  operation.scope ? json.value(spelling(*operation.scope)) : json.value(nullptr);
  if (operation.handler.input == InputFrom::query) json.member("x-query-only", true);
  if (!operation.event.empty()) json.member("x-event", operation.event);
  write_input(json, operation, settings);
  json.key("responses");
  json.begin_object();
  write_success(json, operation, book);
  write_refusals(json, operation);
  json.end_object();
  json.end_object();
}

std::string_view method_key(Verb verb) {
  switch (verb) {
    case Verb::get: return "get";
    case Verb::post: return "post";
    case Verb::patch: return "patch";
    case Verb::delete_: break;
  }
  return "delete";
}

/// What answers without a key.
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
     R"({"200":{"description":"It does","content":{"application/json":{"schema":{"type":"object","properties":{"status":{"const":"alive"}},"required":["status"],"additionalProperties":false}}}}})"},
    {"/readyz", "readyz", "Whether the store answers",
     R"({"200":{"description":"It does","content":{"application/json":{"schema":{"type":"object","properties":{"status":{"const":"ready"}},"required":["status"],"additionalProperties":false}}}},"503":{"description":"It does not","content":{"application/json":{"schema":{"type":"object","properties":{"status":{"const":"the store does not answer"}},"required":["status"],"additionalProperties":false}}}}})"},
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

void write_paths(JsonWriter& json, const InputSettings& settings, SchemaBook& book) {
  // Two operations may share a path, wherever they stand in the table.
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
      write_operation(json, *operation, settings, book);
    }
    json.end_object();
  }
  for (const OpenPage& page : open_pages) write_open_page(json, page);
  json.end_object();
}

constexpr std::string_view error_schema =
    R"({"type":"object","properties":{"found":{"const":false},"error":{"type":"string"},"details":{"type":"string"}},"required":["error","details"],"additionalProperties":false})";

constexpr std::string_view security_schemes =
    R"({"key":{"type":"apiKey","in":"header","name":"Authorization","description":"The key, as it is or as `Bearer <key>`"},)"
    R"("guild":{"type":"apiKey","in":"header","name":"Guild","description":"The id of the guild: 1 to 64 of `A-Z a-z 0-9 _ -`"}})";

void write_components(JsonWriter& json, const SchemaBook& book) {
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
  for (const auto& [name, schema] : book.schemas()) {
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
  SchemaBook book;
  json.begin_object();
  json.member("openapi", "3.1.0");
  write_info(json);
  json.key("servers");
  json.raw(R"([{"url":"/","description":"the server that this document came from"}])");
  json.key("security");
  json.raw(R"([{"key":[],"guild":[]}])");
  write_groups(json);
  write_paths(json, settings, book);
  write_components(json, book);
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

http::Response OpenApiFile::answer(const http::Request& request) const {
  return http::file_response({.path = "/openapi.json",
                              .content_type = "application/json; charset=utf-8",
                              .version = version_,
                              .caching = http::Caching::ask_again,
                              .gzip = gzip_},
                             plain_, request);
}

}  // namespace blotter::api
