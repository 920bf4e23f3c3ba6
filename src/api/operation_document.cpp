#include "api/operation_document.hpp"

#include "base/json_writer.hpp"
#include "operations/operation.hpp"

namespace blotter::api {
namespace {

std::string_view type_name(JsonType type) {
  switch (type) {
    case JsonType::string: return "string";
    case JsonType::number: return "number";
    case JsonType::boolean: return "boolean";
    case JsonType::any: return "any";
  }
  __builtin_unreachable();
}

void write_member(JsonWriter& json, const MemberDoc& doc) {
  const FieldInfo& info = doc.info;
  json.begin_object();
  json.member("name", spelling(info.member));
  json.member("code", std::int64_t{error_code(info.member)});
  json.member("type", type_name(info.type));
  json.member("required", doc.required);
  json.member("about", info.about);
  json.key("example");
  json.raw(info.example);
  if (info.characters_max > 0) {
    json.member("max_length", static_cast<std::int64_t>(info.characters_max));
  }
  if (!info.choices.empty()) {
    json.key("enum");
    json.begin_array();
    for (const std::string_view choice : info.choices) json.value(choice);
    json.end_array();
  }
  if (info.may_be_spelled) json.member("string_too", true);
  json.end_object();
}

void write_operation(JsonWriter& json, const Operation& operation) {
  json.begin_object();
  json.member("id", operation.id);
  json.member("method", spelling(operation.verb));
  json.member("path", operation.path);
  json.key("scope");
  operation.scope ? json.value(spelling(*operation.scope)) : json.value(nullptr);
  json.key("event");
  operation.event.empty() ? json.value(nullptr) : json.value(operation.event);
  json.member("summary", operation.summary);
  json.member("body", operation.handler.input == InputFrom::body_or_query);
  json.key("members");
  json.begin_array();
  for (const MemberDoc& doc : operation.handler.document()) write_member(json, doc);
  json.end_array();
  json.end_object();
}

}  // namespace

std::string operation_document() {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.key("operations");
  json.begin_array();
  for (const Operation& operation : operations()) write_operation(json, operation);
  json.end_array();
  json.end_object();
  return text;
}

}  // namespace blotter::api
