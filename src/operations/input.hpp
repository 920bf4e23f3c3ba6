// Parses the members of a request into the typed input of an operation, and documents them.
//
// An input is an aggregate with `static constexpr auto members`, a tuple with one of the readers
// below for each data member, in the same order. Members are checked in this order.
#pragma once

#include <array>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "operations/fields.hpp"

namespace blotter {

/// How a member depends on another member that is true.
enum class WhenTrue : std::uint8_t {
  is_required,  // and ignored otherwise
  is_allowed,   // and refused otherwise
};

struct MemberDoc {
  struct Condition {
    Member flag;
    WhenTrue effect;
  };

  FieldInfo info;
  bool required;
  std::optional<Condition> condition = std::nullopt;
  /// If `field` decides: what the value must be for each choice of it.
  std::vector<FieldInfo> by_field = {};
  /// Whether examples have it although it is not required.
  bool is_suggested = false;
};

/// Where the members of an input come from: body or query string, unless the input says otherwise.
/// An input that takes nothing from a body ignores the body.
enum class InputFrom : std::uint8_t { nowhere, query, body_or_query };

namespace input {

template <class T>
Result<T> read(const Field<T>& field, const MemberValues& values, const InputSettings& settings) {
  const MemberValue& value = values[field.info.member];
  if (value.type == MemberValue::Type::missing) {
    return fail(Error::invalid(field.info.member, "is required"));
  }
  auto parsed = field.parse(value, settings);
  if (!parsed) return fail(Error::invalid(field.info.member, parsed.error()));
  return std::move(*parsed);
}

inline bool is_missing(const MemberValues& values, Member member) {
  return values[member].type == MemberValue::Type::missing;
}

template <class T>
struct Required {
  using Value = T;
  Field<T> field;
  Result<Value> parse(const MemberValues& values, const InputSettings& settings) const {
    return read(field, values, settings);
  }
  void document(std::vector<MemberDoc>& docs) const { docs.push_back({field.info, true}); }
};

template <class T>
struct Optional {
  using Value = std::optional<T>;
  Field<T> field;
  bool is_suggested = false;
  Result<Value> parse(const MemberValues& values, const InputSettings& settings) const {
    if (is_missing(values, field.info.member)) return std::nullopt;
    return read(field, values, settings).map([](T&& value) { return Value(std::move(value)); });
  }
  void document(std::vector<MemberDoc>& docs) const {
    docs.push_back({.info = field.info, .required = false, .is_suggested = is_suggested});
  }
};

/// Required when `flag`, a member that was parsed before, is true; ignored otherwise.
template <class T>
struct RequiredWhen {
  using Value = std::optional<T>;
  Field<T> field;
  Member flag;
  Result<Value> parse(const MemberValues& values, const InputSettings& settings) const {
    if (!values[flag].flag) return std::nullopt;
    return read(field, values, settings).map([](T&& value) { return Value(std::move(value)); });
  }
  void document(std::vector<MemberDoc>& docs) const {
    docs.push_back({field.info, false, MemberDoc::Condition{flag, WhenTrue::is_required}});
  }
};

/// Allowed only when `flag`, a member that was parsed before, is true.
template <class T>
struct OptionalWhen {
  using Value = std::optional<T>;
  Field<T> field;
  Member flag;
  Result<Value> parse(const MemberValues& values, const InputSettings& settings) const {
    if (is_missing(values, field.info.member)) return std::nullopt;
    if (!values[flag].flag) return fail(Error::invalid(field.info.member, "must not be sent here"));
    return read(field, values, settings).map([](T&& value) { return Value(std::move(value)); });
  }
  void document(std::vector<MemberDoc>& docs) const {
    docs.push_back({field.info, false, MemberDoc::Condition{flag, WhenTrue::is_allowed}});
  }
};

}  // namespace input

template <class T>
constexpr input::Required<T> required(const Field<T>& field) {
  return {field};
}
template <class T>
constexpr input::Optional<T> optional(const Field<T>& field) {
  return {field};
}
/// An optional member that examples have.
template <class T>
constexpr input::Optional<T> suggested(const Field<T>& field) {
  return {field, true};
}
template <class T>
constexpr input::RequiredWhen<T> required_when(Member flag, const Field<T>& field) {
  return {field, flag};
}
template <class T>
constexpr input::OptionalWhen<T> optional_when(Member flag, const Field<T>& field) {
  return {field, flag};
}

/// A new value for one field of a record.
template <class FieldEnum>
struct Edit {
  FieldEnum field;
  FieldValue value;
};

/// `all`: the editable fields, in the order of FieldEnum's constants. Specialised next to the
/// inputs of the edit operations.
template <class FieldEnum>
struct EditableFields;

namespace input {

inline FieldValue to_field_value(double number) { return number; }
inline FieldValue to_field_value(bool flag) { return flag; }
template <class Kind>
FieldValue to_field_value(const Text<Kind>& text) {
  return text.str();
}
inline FieldValue to_field_value(const WebhookUrl& url) { return url.str(); }
inline FieldValue to_field_value(const EventKinds& kinds) { return kinds.str(); }
template <class Enum>
  requires std::is_enum_v<Enum>
FieldValue to_field_value(Enum choice) {
  return std::string(spelling(choice));
}

struct EditableField {
  Parsed<FieldValue> (*parse)(const MemberValue&, const InputSettings&);
  const FieldInfo& info;
};

template <const auto& Descriptor>
Parsed<FieldValue> parse_as(const MemberValue& value, const InputSettings& settings) {
  return Descriptor.parse(value, settings).map([](const auto& parsed) {
    return to_field_value(parsed);
  });
}

/// A field whose new value follows the rule of the member that sets it on creation.
template <const auto& Descriptor>
inline constexpr EditableField like{parse_as<Descriptor>, Descriptor.info};

/// The two members `field` and `value`; the first decides how the second is parsed.
template <class FieldEnum>
struct EditMembers {
  using Value = Edit<FieldEnum>;

  Result<Value> parse(const MemberValues& values, const InputSettings& settings) const {
    auto field = read(selector, values, settings);
    if (!field) return fail(field.error());
    if (is_missing(values, Member::value)) {
      return fail(Error::invalid(Member::value, "is required"));
    }
    const auto& editable = EditableFields<FieldEnum>::all[static_cast<std::size_t>(*field)];
    auto value = editable.parse(values[Member::value], settings);
    if (!value) return fail(Error::invalid(Member::value, value.error()));
    return Value{*field, std::move(*value)};
  }

  void document(std::vector<MemberDoc>& docs) const {
    docs.push_back({selector.info, true});
    MemberDoc value{
        {Member::value, JsonType::any, "the new value", EditableFields<FieldEnum>::example_value},
        true};
    for (const EditableField& field : EditableFields<FieldEnum>::all) {
      value.by_field.push_back(field.info);
    }
    docs.push_back(std::move(value));
  }

  static constexpr Field<FieldEnum> selector = fields::choice<FieldEnum>(
      Member::field, "which field to change", EditableFields<FieldEnum>::example_field);
};

}  // namespace input

template <class FieldEnum>
constexpr input::EditMembers<FieldEnum> edit() {
  return {};
}

/// Returns the input, or the error of its first invalid member.
template <class Input>
Result<Input> parse_input(const MemberValues& values, const InputSettings& settings) {
  std::optional<Error> error;
  const auto take = [&]<class Reader>(const Reader& reader) {
    using Taken = std::optional<typename Reader::Value>;
    if (error) return Taken();
    auto parsed = reader.parse(values, settings);
    // In place, because the value may itself be an empty optional.
    if (parsed) return Taken(std::in_place, std::move(*parsed));
    error = std::move(parsed.error());
    return Taken();
  };
  return std::apply(
      [&](const auto&... readers) -> Result<Input> {
        std::tuple parsed{take(readers)...};  // braces evaluate from left to right
        if (error) return fail(std::move(*error));
        return std::apply([](auto&... values) { return Input{std::move(*values)...}; }, parsed);
      },
      Input::members);
}

template <class Input>
std::vector<MemberDoc> document_input() {
  std::vector<MemberDoc> docs;
  std::apply([&](const auto&... readers) { (readers.document(docs), ...); }, Input::members);
  return docs;
}

}  // namespace blotter
