#include "api/request_members.hpp"

#include <boost/url/parse_query.hpp>
#include <fmt/format.h>
#include <simdjson.h>

#include "http/message.hpp"

namespace blotter::api {
namespace {

static_assert(http::body_padding >= simdjson::SIMDJSON_PADDING);

// Bodies are at most 64 KiB; the parser grows if that limit is raised.
constexpr std::size_t parser_bytes = std::size_t{64} * 1024;

simdjson::dom::parser& thread_parser() {
  thread_local simdjson::dom::parser parser = [] {
    simdjson::dom::parser made;
    // simdjson rejects the level that equals its limit, so its limit is ours plus one.
    if (made.allocate(parser_bytes, json_depth_max + 1) != simdjson::SUCCESS)
      throw std::bad_alloc();
    return made;
  }();
  return parser;
}

/// The elements of an array of strings, separated by commas; empty for other arrays.
std::optional<std::string> joined(simdjson::dom::array array) {
  std::string texts;
  for (const simdjson::dom::element element : array) {
    if (!element.is_string()) return std::nullopt;
    if (!texts.empty()) texts += ',';
    texts += std::string_view(element);
  }
  return texts;
}

/// A value without parts; arrays and objects are `other`.
MemberValue to_plain_value(simdjson::dom::element element) {
  using Type = simdjson::dom::element_type;
  switch (element.type()) {
    case Type::STRING: return MemberValue::of(std::string_view(element));
    case Type::INT64:
    case Type::UINT64:
    case Type::DOUBLE: return MemberValue::of(double(element));
    case Type::BOOL: return MemberValue::of(bool(element));
    case Type::NULL_VALUE: return {};
    case Type::ARRAY:
    case Type::OBJECT: break;
  }
  return MemberValue::other();
}

ObjectValue to_object_value(simdjson::dom::object object) {
  ObjectValue value;
  value.members.reserve(object.size());
  for (const auto [name, element] : object) {
    value.members.emplace_back(name, to_plain_value(element));
  }
  return value;
}

/// The elements of an array of objects; empty for other arrays. The limit of the body is their
/// limit.
std::optional<std::vector<ObjectValue>> objects_in(simdjson::dom::array array) {
  std::vector<ObjectValue> objects;
  objects.reserve(array.size());
  for (const simdjson::dom::element element : array) {
    simdjson::dom::object object;
    if (element.get(object) != simdjson::SUCCESS) return std::nullopt;
    objects.push_back(to_object_value(object));
  }
  return objects;
}

/// The two lists own what the value refers to.
MemberValue to_value(simdjson::dom::element element, std::list<std::string>& decoded,
                     std::list<std::vector<ObjectValue>>& objects) {
  simdjson::dom::array array;
  if (element.get(array) != simdjson::SUCCESS) return to_plain_value(element);
  MemberValue value = MemberValue::other();
  if (auto found = objects_in(array)) {
    value = MemberValue::of_objects(objects.emplace_back(std::move(*found)));
  }
  if (auto texts = joined(array)) {
    value.type = MemberValue::Type::texts;
    value.text = decoded.emplace_back(std::move(*texts));
  }
  return value;
}

std::string json_problem(simdjson::error_code error) {
  if (error == simdjson::DEPTH_ERROR) {
    return fmt::format("must not be nested deeper than {} levels", json_depth_max);
  }
  // Newer versions of simdjson return this for any text that does not begin like a value.
  if (error == simdjson::NUMBER_ERROR)
    return "must be a JSON object, with numbers that fit 64 bits";
  if (error == simdjson::UTF8_ERROR) return "must be valid UTF-8";
  return "must be a JSON object";
}

}  // namespace

Result<void> RequestMembers::read_body(std::string_view body) {
  simdjson::dom::object object;
  const auto error =
      thread_parser().parse(body.data(), body.size(), /*realloc_if_needed=*/false).get(object);
  if (error != simdjson::SUCCESS) return fail(Error::invalid(Member::body, json_problem(error)));
  for (const auto [key, element] : object) {
    if (const auto member = find_member(key)) {
      values_[*member] = to_value(element, decoded_, objects_);
    }
  }
  return {};
}

Result<void> RequestMembers::read_query(std::string_view query) {
  if (query.empty()) return {};
  // Boost.URL 1.81 searches for a terminating NUL, which a part of a request does not have.
  const std::string terminated(query);
  const auto parameters = boost::urls::parse_query(terminated);
  if (!parameters) {
    return fail(
        Error::invalid(Member::body, "is missing, and the query string is not encoded correctly"));
  }
  boost::urls::encoding_opts options;
  options.space_as_plus = true;  // as HTML forms and URLSearchParams encode a space
  for (const auto& parameter : *parameters) {
    const auto member = find_member(parameter.key.decode(options));
    if (!member || !parameter.has_value) continue;
    values_[*member] =
        MemberValue::of(std::string_view(decoded_.emplace_back(parameter.value.decode(options))));
  }
  return {};
}

}  // namespace blotter::api
