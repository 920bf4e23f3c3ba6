// From typed values to JSON. A shape is a tuple of members, each with a name and a getter. Records
// and outputs are written in the order of the tuple.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/clock.hpp"
#include "base/ids.hpp"
#include "base/json_writer.hpp"
#include "domain/civilian.hpp"
#include "domain/enumeration.hpp"
#include "domain/event.hpp"
#include "domain/guild.hpp"
#include "domain/text_types.hpp"
#include "storage/reader.hpp"

namespace blotter::shape {

template <class Get>
struct ShapeMember {
  std::string_view name;
  Get get;
};

template <class Get>
constexpr ShapeMember<Get> member(std::string_view name, Get get) {
  return {name, get};
}

/// A member that is left out when it has no value, such as the `next` of a last page.
template <class Get>
struct ShapeMemberIfAny {
  std::string_view name;
  Get get;
};

template <class Get>
constexpr ShapeMemberIfAny<Get> member_if_any(std::string_view name, Get get) {
  return {name, get};
}

/// Responses hold a single record as an array of one.
template <class T>
struct One {
  const T& value;
};

/// Text that is JSON already; an empty optional is written as `null`.
struct Raw {
  const std::optional<std::string>& json;
};

/// The shape of a type that has no `members` of its own.
template <class T>
struct Of;

template <class T>
constexpr const auto& members_of() {
  if constexpr (requires { T::members; }) {
    return T::members;
  } else {
    return Of<T>::members;
  }
}

template <class T>
void write(JsonWriter& json, const T& value);

inline void write(JsonWriter& json, std::string_view text) { json.value(text); }
inline void write(JsonWriter& json, const std::string& text) { json.value(text); }
inline void write(JsonWriter& json, double number) { json.value(number); }
inline void write(JsonWriter& json, std::int64_t number) { json.value(number); }
inline void write(JsonWriter& json, bool flag) { json.value(flag); }
inline void write(JsonWriter& json, const GuildId& guild) { json.value(guild.str()); }
inline void write(JsonWriter& json, Timestamp time) {
  json.value(std::string_view(to_string(time)));
}
inline void write(JsonWriter& json, const FieldValue& value) {
  std::visit([&](const auto& plain) { write(json, plain); }, value);
}
template <class Kind>
void write(JsonWriter& json, const Text<Kind>& text) {
  json.value(text.str());
}
template <class Tag>
void write(JsonWriter& json, Id<Tag> id) {
  json.value(std::string_view(to_string(id)));
}
template <class Enum>
  requires std::is_enum_v<Enum>
void write(JsonWriter& json, const Enum& constant) {
  json.value(spelling(constant));
}
template <class T>
void write(JsonWriter& json, One<T> one) {
  json.begin_array();
  write(json, one.value);
  json.end_array();
}
template <class T>
void write(JsonWriter& json, const std::array<T, 1>& one) {
  json.begin_array();
  write(json, one.front());
  json.end_array();
}

inline void write(JsonWriter& json, Raw raw) { json.raw(raw.json ? *raw.json : "null"); }
/// An empty optional is written as `null`.
template <class T>
void write(JsonWriter& json, const std::optional<T>& value) {
  value ? write(json, *value) : json.value(nullptr);
}
template <class T>
void write(JsonWriter& json, const std::vector<T>& values) {
  json.begin_array();
  for (const T& each : values) write(json, each);
  json.end_array();
}

template <class T, class Get>
void write_member(JsonWriter& json, const T& value, const ShapeMember<Get>& member) {
  json.key(member.name);
  write(json, member.get(value));
}
template <class T, class Get>
void write_member(JsonWriter& json, const T& value, const ShapeMemberIfAny<Get>& member) {
  if (const auto& shown = member.get(value)) {
    json.key(member.name);
    write(json, *shown);
  }
}

template <class T, class Members>
void write_object(JsonWriter& json, const T& value, const Members& members) {
  json.begin_object();
  std::apply([&](const auto&... each) { (write_member(json, value, each), ...); }, members);
  json.end_object();
}

template <class T>
void write(JsonWriter& json, const T& value) {
  write_object(json, value, members_of<T>());
}

template <class T, class Members>
std::string to_json(const T& value, const Members& members) {
  std::string text;
  JsonWriter json(text);
  write_object(json, value, members);
  return text;
}

/// The members in which two records differ, as two JSON objects: the old values and the new ones.
template <class T, class Members>
std::pair<std::string, std::string> differences(const T& before, const T& after,
                                                const Members& members) {
  std::pair<std::string, std::string> texts;
  JsonWriter old_json(texts.first);
  JsonWriter new_json(texts.second);
  old_json.begin_object();
  new_json.begin_object();
  const auto compare = [&](const auto& member) {
    std::string old_value;
    std::string new_value;
    JsonWriter old_writer(old_value);
    JsonWriter new_writer(new_value);
    write(old_writer, member.get(before));
    write(new_writer, member.get(after));
    if (old_value == new_value) return;
    old_json.key(member.name);
    old_json.raw(old_value);
    new_json.key(member.name);
    new_json.raw(new_value);
  };
  std::apply([&](const auto&... each) { (compare(each), ...); }, members);
  old_json.end_object();
  new_json.end_object();
  return texts;
}

}  // namespace blotter::shape
