#include "api/openapi_members.hpp"

namespace blotter::api {
namespace {

std::string_view type_name(JsonType type) {
  switch (type) {
    case JsonType::string: return "string";
    case JsonType::strings:
    case JsonType::objects: return "array";
    case JsonType::number: return "number";
    case JsonType::integer: return "integer";
    case JsonType::boolean: return "boolean";
    case JsonType::any: break;
  }
  return {};
}

void write_bounds(JsonWriter& json, const Bounds& bounds) {
  const bool has_zero = bounds.or_zero && bounds.low == 0;
  if (bounds.or_zero && !has_zero) {
    json.key("anyOf");
    json.begin_array();
    json.raw(R"({"const":0})");
    json.begin_object();
  }
  const bool from_low = has_zero || bounds.low_end == Bounds::End::included;
  json.member(from_low ? "minimum" : "exclusiveMinimum", bounds.low);
  json.member(bounds.high_end == Bounds::End::included ? "maximum" : "exclusiveMaximum",
              bounds.high);
  if (bounds.or_zero && !has_zero) {
    json.end_object();
    json.end_array();
  }
}

void write_choices(JsonWriter& json, std::span<const std::string_view> choices) {
  json.key("enum");
  json.begin_array();
  for (const std::string_view choice : choices) json.value(choice);
  json.end_array();
}

void write_described(JsonWriter& json, const FieldInfo& info, const InputSettings& settings);

/// Writes the JSON Schema keywords for an array of objects into the open object.
void write_objects(JsonWriter& json, const FieldInfo& info, const InputSettings& settings) {
  json.key("items");
  json.begin_object();
  json.member("type", "object");
  json.key("properties");
  json.begin_object();
  for (const PropertyInfo& property : info.properties()) {
    json.key(property.name);
    json.begin_object();
    write_described(json, property.info, settings);
    json.end_object();
  }
  json.end_object();
  json.key("required");
  json.begin_array();
  for (const PropertyInfo& property : info.properties()) {
    if (property.is_required) json.value(property.name);
  }
  json.end_array();
  json.end_object();
  json.member("maxItems", static_cast<std::int64_t>(info.objects_max));
}

/// Writes the JSON Schema keywords that constrain a value into the open object.
void write_rules(JsonWriter& json, const FieldInfo& info, const InputSettings& settings) {
  if (info.type != JsonType::any) json.member("type", type_name(info.type));
  if (info.type == JsonType::strings) {
    json.key("items");
    json.raw(R"({"type":"string"})");
    json.member("minItems", std::int64_t{1});
  }
  if (info.properties != nullptr) write_objects(json, info, settings);
  if (info.characters_max > 0) {
    json.member("minLength", static_cast<std::int64_t>(info.characters_min));
    json.member("maxLength", static_cast<std::int64_t>(info.characters_max));
  }
  if (!info.pattern.empty()) json.member("pattern", info.pattern);
  if (info.choices != nullptr) write_choices(json, info.choices());
  if (info.bounds != nullptr && info.type == JsonType::string) {
    json.member("contentMediaType", "application/json");
    json.key("contentSchema");
    json.begin_object();
    json.member("type", "number");
    write_bounds(json, info.bounds(settings));
    json.end_object();
  } else if (info.bounds != nullptr) {
    write_bounds(json, info.bounds(settings));
  }
  if (!info.only.empty()) {
    json.key("const");
    json.raw(info.only);
  }
}

void write_schema(JsonWriter& json, const FieldInfo& info, const InputSettings& settings) {
  json.begin_object();
  write_rules(json, info, settings);
  json.key("examples");
  json.begin_array();
  json.raw(info.example);
  json.end_array();
  json.end_object();
}

void write_described(JsonWriter& json, const FieldInfo& info, const InputSettings& settings) {
  json.member("description", info.about);
  write_rules(json, info, settings);
  json.key("examples");
  json.begin_array();
  json.raw(info.example);
  json.end_array();
}

void write_property(JsonWriter& json, const FieldInfo& info, const InputSettings& settings) {
  json.begin_object();
  write_described(json, info, settings);
  json.member("x-code", std::int64_t{error_code(info.member)});
  json.end_object();
}

void write_parameter(JsonWriter& json, const MemberDoc& doc, const InputSettings& settings) {
  json.begin_object();
  json.member("name", spelling(doc.info.member));
  json.member("in", "query");
  json.member("required", doc.required);
  json.member("description", doc.info.about);
  json.key("schema");
  write_schema(json, doc.info, settings);
  json.member("x-code", std::int64_t{error_code(doc.info.member)});
  json.end_object();
}

void write_names(JsonWriter& json, std::string_view keyword, std::string_view name) {
  json.key(keyword);
  json.begin_array();
  json.value(name);
  json.end_array();
}

/// `{"properties":{"<name>":…}}` with the value that `write` writes.
template <class Write>
void write_one_property(JsonWriter& json, std::string_view name, Write write) {
  json.begin_object();
  json.key("properties");
  json.begin_object();
  json.key(name);
  write();
  json.end_object();
  json.end_object();
}

/// Writes the JSON Schema for a member that is required or allowed only if another member is true.
void write_condition(JsonWriter& json, std::string_view name, MemberDoc::Condition condition) {
  json.begin_object();
  json.key("if");
  write_one_property(json, spelling(condition.flag), [&] { json.raw(R"({"const":true})"); });
  switch (condition.effect) {
    case WhenTrue::is_required:
      json.key("then");
      json.begin_object();
      write_names(json, "required", name);
      json.end_object();
      break;
    case WhenTrue::is_allowed:
      json.key("else");
      write_one_property(json, name, [&] { json.raw("false"); });
      break;
  }
  json.end_object();
}

void write_conditions(JsonWriter& json, const std::vector<MemberDoc>& docs) {
  const auto is_conditional = [](const MemberDoc& doc) { return doc.condition.has_value(); };
  if (std::none_of(docs.begin(), docs.end(), is_conditional)) return;
  json.key("allOf");
  json.begin_array();
  for (const MemberDoc& doc : docs) {
    if (doc.condition) write_condition(json, spelling(doc.info.member), *doc.condition);
  }
  json.end_array();
}

/// One alternative for each field that an edit can select.
void write_by_field(JsonWriter& json, const std::vector<MemberDoc>& docs,
                    const InputSettings& settings) {
  const auto selector = std::find_if(docs.begin(), docs.end(), [](const MemberDoc& doc) {
    return doc.info.member == Member::field;
  });
  if (selector == docs.end()) return;
  const MemberDoc& value = *std::next(selector);
  json.key("oneOf");
  json.begin_array();
  for (std::size_t i = 0; i < value.by_field.size(); ++i) {
    json.begin_object();
    json.member("title", selector->info.choices()[i]);
    json.key("properties");
    json.begin_object();
    json.key(spelling(Member::field));
    json.begin_object();
    json.member("const", selector->info.choices()[i]);
    json.end_object();
    json.key(spelling(Member::value));
    write_schema(json, value.by_field[i], settings);
    json.end_object();
    json.end_object();
  }
  json.end_array();
}

void write_body_schema(JsonWriter& json, const std::vector<MemberDoc>& docs,
                       const InputSettings& settings) {
  json.begin_object();
  json.member("type", "object");
  json.key("properties");
  json.begin_object();
  for (const MemberDoc& doc : docs) {
    json.key(spelling(doc.info.member));
    write_property(json, doc.info, settings);
  }
  json.end_object();
  json.key("required");
  json.begin_array();
  for (const MemberDoc& doc : docs) {
    if (doc.required) json.value(spelling(doc.info.member));
  }
  json.end_array();
  write_conditions(json, docs);
  write_by_field(json, docs, settings);
  json.end_object();
}

/// A body that can be sent as it is. Other optional members are left out.
void write_body_example(JsonWriter& json, const std::vector<MemberDoc>& docs) {
  json.begin_object();
  for (const MemberDoc& doc : docs) {
    if (!doc.required && !doc.condition && !doc.is_suggested) continue;
    json.key(spelling(doc.info.member));
    json.raw(doc.info.example);
  }
  json.end_object();
}

}  // namespace

namespace {

constexpr std::string_view idempotency_key_parameter =
    R"({"name":"Idempotency-Key","in":"header","required":false,"description":"Makes a retry safe: for 24 hours, another request with the same key, operation and input changes nothing and gets the same response. 1 to 255 printable ASCII characters, quoted or bare","schema":{"type":"string","minLength":1}})";
constexpr std::string_view last_event_id_parameter =
    R"({"name":"Last-Event-ID","in":"header","required":false,"description":"For a stream: the id of the last event that was received","schema":{"type":"string"}})";

}  // namespace

void write_input(JsonWriter& json, const Operation& operation, const InputSettings& settings) {
  const auto docs = operation.handler.document();
  const bool uses_query = operation.verb == Verb::get || operation.verb == Verb::delete_;
  const bool has_headers = !operation.event.empty() || operation.handler.is_stream;
  if (has_headers || (uses_query && !docs.empty())) {
    json.key("parameters");
    json.begin_array();
    if (uses_query) {
      for (const MemberDoc& doc : docs) write_parameter(json, doc, settings);
    }
    if (!operation.event.empty()) json.raw(idempotency_key_parameter);
    if (operation.handler.is_stream) json.raw(last_event_id_parameter);
    json.end_array();
  }
  if (uses_query || docs.empty()) return;
  json.key("requestBody");
  json.begin_object();
  json.member("required", true);
  json.key("content");
  json.begin_object();
  json.key("application/json");
  json.begin_object();
  json.key("schema");
  write_body_schema(json, docs, settings);
  json.key("example");
  write_body_example(json, docs);
  json.end_object();
  json.end_object();
  json.end_object();
}

}  // namespace blotter::api
