// The JSON Schema of responses. It is generated from the types of the members that write the
// response, so the two cannot differ.
#pragma once

#include <algorithm>
#include <array>

#include "operations/output.hpp"
#include "operations/schema_registry.hpp"

namespace blotter::schema {

/// Records that occur in many responses get a named schema.
template <class T>
inline constexpr std::string_view name_of = {};
template <>
inline constexpr std::string_view name_of<Civilian> = "Civilian";
template <>
inline constexpr std::string_view name_of<Vehicle> = "Vehicle";
template <>
inline constexpr std::string_view name_of<Firearm> = "Firearm";
/// "CitationOnFile" for the kind "citation" and the suffix "OnFile".
template <EntryKind Kind, std::size_t SuffixSize>
constexpr auto entry_name(const char (&suffix)[SuffixSize]) {
  constexpr std::string_view kind = spelling(Kind);
  std::array<char, kind.size() + SuffixSize - 1> name{};
  std::copy(suffix, suffix + SuffixSize - 1, std::copy(kind.begin(), kind.end(), name.begin()));
  name.front() = static_cast<char>(name.front() - 'a' + 'A');
  return name;
}
template <EntryKind Kind>
inline constexpr auto listed_entry_name = entry_name<Kind>("");
template <EntryKind Kind>
inline constexpr auto filed_entry_name = entry_name<Kind>("OnFile");
template <EntryKind Kind>
inline constexpr std::string_view name_of<shape::EntryView<Kind, shape::Place::list>>{
    listed_entry_name<Kind>.data(), listed_entry_name<Kind>.size()};
template <EntryKind Kind>
inline constexpr std::string_view name_of<shape::EntryView<Kind, shape::Place::file>>{
    filed_entry_name<Kind>.data(), filed_entry_name<Kind>.size()};

/// An example for each kind of text.
template <class Kind>
inline constexpr std::string_view text_example = "Midnight blue";
template <>
inline constexpr std::string_view text_example<CivilianNameKind> = "John Doe";
template <>
inline constexpr std::string_view text_example<PlateKind> = "48ABC123";
template <>
inline constexpr std::string_view text_example<SerialNumberKind> = "7K2M9QX4TB";
template <>
inline constexpr std::string_view text_example<PersonNameKind> = "nightowl";
template <>
inline constexpr std::string_view text_example<ExternalIdKind> = "80351110224678912";
template <>
inline constexpr std::string_view text_example<AddressKind> = "12 Grove Street";
template <>
inline constexpr std::string_view text_example<NarrativeKind> = "Speeding, 30 over the limit";

/// Members whose type alone says too little for an example that fits.
struct MemberExample {
  std::string_view member;
  std::string_view example;
  /// Only in the schema of this name. In all of them if empty.
  std::string_view record = {};
};
inline constexpr MemberExample text_examples[] = {
    {"actor", "Sgt. Reyes"},
    {"boloReason", "Armed robbery"},
    {"civilianDOB", "1999-04-01"},
    {"civilianHairColor", "Brown"},
    {"civilianID", "1305482769401118720"},
    {"civilianName", "John Doe"},
    {"civilianOccupation", "Mechanic"},
    {"day", "2026-11-14"},
    {"expiresTimestamp", "2026-11-14T10:30:00.000Z"},
    {"id", "1305482769401118720"},
    {"injures", "Broken arm, concussion"},
    {"keyID", "1305482769401118720"},
    {"keyName", "front desk"},
    {"lastFailure", "2026-11-14T09:30:00.000Z"},
    {"lastSuccess", "2026-11-14T09:30:00.000Z"},
    {"medicName", "Medic 4"},
    {"model", "Pocket Sparrow 9", "Firearm"},
    {"model", "Heron Sedan"},
    {"name", "Dispatch bot"},
    {"officerName", "Sgt. Reyes"},
    {"officersName", "Sgt. Reyes"},
    {"reason", "Armed robbery"},
    {"releaseTimestamp", "2026-11-14T10:30:00.000Z"},
    {"role", "officer"},
    {"subjectID", "1305482769401118720"},
    {"time", "900"},
    {"unitsName", "Medic 4"},
    {"url", "https://bot.example/blotter"},
};

/// `otherwise` if the member has no example of its own.
inline std::string_view text_example_of(const SchemaRegistry& registry,
                                        std::string_view otherwise = {}) {
  const auto found = std::ranges::find_if(text_examples, [&](const MemberExample& known) {
    return known.member == registry.member &&
           (known.record.empty() || known.record == registry.record);
  });
  return found == std::ranges::end(text_examples) ? otherwise : found->example;
}

/// The schema of a value of type T.
template <class T>
struct Of;

template <class T>
void describe(JsonWriter& json, SchemaRegistry& registry) {
  Of<T>::describe(json, registry);
}

inline void string_with(JsonWriter& json, std::string_view rule, std::string_view value,
                        std::string_view example) {
  json.begin_object();
  json.member("type", "string");
  json.member(rule, value);
  json.key("examples");
  json.begin_array();
  json.value(example);
  json.end_array();
  json.end_object();
}

/// For a type that JSON has itself.
template <class T>
struct Plain {
  static void describe(JsonWriter& json, SchemaRegistry&) {
    json.begin_object();
    json.member("type", Of<T>::type);
    json.end_object();
  }
};
template <>
struct Of<std::string_view> {
  static void describe(JsonWriter& json, SchemaRegistry& registry) {
    const auto example = text_example_of(registry);
    json.begin_object();
    json.member("type", "string");
    if (!example.empty()) {
      json.key("examples");
      json.begin_array();
      json.value(example);
      json.end_array();
    }
    json.end_object();
  }
};
template <>
struct Of<std::string> : Of<std::string_view> {};
template <>
struct Of<double> : Plain<double> {
  static constexpr auto type = "number";
};
template <>
struct Of<std::int64_t> : Plain<std::int64_t> {
  static constexpr auto type = "integer";
};
template <>
struct Of<bool> : Plain<bool> {
  static constexpr auto type = "boolean";
};

template <>
struct Of<GuildId> {
  static void describe(JsonWriter& json, SchemaRegistry&) {
    string_with(json, "pattern", "^[A-Za-z0-9_-]{1,64}$", "mercury-roleplay");
  }
};
template <>
struct Of<Timestamp> {
  static void describe(JsonWriter& json, SchemaRegistry&) {
    string_with(json, "format", "date-time", "2026-11-14T09:30:00.000Z");
  }
};
template <class Tag>
struct Of<Id<Tag>> {
  static void describe(JsonWriter& json, SchemaRegistry&) {
    string_with(json, "pattern", "^[0-9]+$", "1305482769401118720");
  }
};

template <class Kind>
struct Of<Text<Kind>> {
  static void describe(JsonWriter& json, SchemaRegistry& registry) {
    json.begin_object();
    json.member("type", "string");
    json.member("minLength", std::int64_t{1});
    json.member("maxLength", static_cast<std::int64_t>(Kind::rule.characters_max));
    json.key("examples");
    json.begin_array();
    json.value(text_example_of(registry, text_example<Kind>));
    json.end_array();
    json.end_object();
  }
};

template <class Enum>
  requires std::is_enum_v<Enum>
struct Of<Enum> {
  static void describe(JsonWriter& json, SchemaRegistry&) {
    json.begin_object();
    json.member("type", "string");
    json.key("enum");
    json.begin_array();
    for (const std::string_view choice : all_spellings<Enum>()) json.value(choice);
    json.end_array();
    json.end_object();
  }
};

template <>
struct Of<FieldValue> {
  static void describe(JsonWriter& json, SchemaRegistry&) {
    json.begin_object();
    json.key("type");
    json.raw(R"(["string","number","boolean"])");
    json.end_object();
  }
};

/// The members depend on the kind of record.
template <>
struct Of<shape::Raw> {
  static void describe(JsonWriter& json, SchemaRegistry&) {
    json.begin_object();
    json.key("type");
    json.raw(R"(["object","null"])");
    json.end_object();
  }
};

enum class Length : std::uint8_t { any, one };

template <class T>
void describe_array(JsonWriter& json, SchemaRegistry& registry, Length length = Length::any) {
  json.begin_object();
  json.member("type", "array");
  if (length == Length::one) {
    json.member("minItems", std::int64_t{1});
    json.member("maxItems", std::int64_t{1});
  }
  json.key("items");
  describe<T>(json, registry);
  json.end_object();
}

template <class T>
struct Of<shape::One<T>> {
  static void describe(JsonWriter& json, SchemaRegistry& registry) {
    describe_array<T>(json, registry, Length::one);
  }
};
template <class T>
struct Of<std::array<T, 1>> : Of<shape::One<T>> {};
template <class T>
struct Of<std::vector<T>> {
  static void describe(JsonWriter& json, SchemaRegistry& registry) {
    describe_array<T>(json, registry);
  }
};
/// An empty optional is `null`.
template <class T>
struct Of<std::optional<T>> {
  static void describe(JsonWriter& json, SchemaRegistry& registry) {
    json.begin_object();
    json.key("anyOf");
    json.begin_array();
    schema::describe<T>(json, registry);
    json.raw(R"({"type":"null"})");
    json.end_array();
    json.end_object();
  }
};
template <EntryKind Kind, shape::Place Where>
struct Of<shape::Entries<Kind, Where>> {
  static void describe(JsonWriter& json, SchemaRegistry& registry) {
    describe_array<shape::EntryView<Kind, Where>>(json, registry);
  }
};

inline void begin_properties(JsonWriter& json) {
  json.begin_object();
  json.member("type", "object");
  json.key("properties");
  json.begin_object();
}

inline void end_properties(JsonWriter& json, const std::vector<std::string_view>& required) {
  json.end_object();
  json.key("required");
  json.begin_array();
  for (const std::string_view name : required) json.value(name);
  json.end_array();
  json.member("additionalProperties", false);
  json.end_object();
}

template <class T, class Get>
using ValueOf = std::remove_cvref_t<std::invoke_result_t<Get, const T&>>;

template <class T>
class ObjectWriter {
 public:
  ObjectWriter(JsonWriter& json, SchemaRegistry& registry) : json_(json), registry_(registry) {}

  template <class Get>
  void add(const shape::ShapeMember<Get>& member) {
    json_.key(member.name);
    registry_.member = member.name;
    schema::describe<ValueOf<T, Get>>(json_, registry_);
    required_.push_back(member.name);
  }
  /// Not required.
  template <class Get>
  void add(const shape::ShapeMemberIfAny<Get>& member) {
    json_.key(member.name);
    registry_.member = member.name;
    schema::describe<typename ValueOf<T, Get>::value_type>(json_, registry_);
  }
  [[nodiscard]] const std::vector<std::string_view>& required() const { return required_; }

 private:
  JsonWriter& json_;
  SchemaRegistry& registry_;
  std::vector<std::string_view> required_;
};

template <class T>
void describe_object(JsonWriter& json, SchemaRegistry& registry) {
  begin_properties(json);
  ObjectWriter<T> object(json, registry);
  std::apply([&](const auto&... each) { (object.add(each), ...); }, shape::members_of<T>());
  end_properties(json, object.required());
}

template <class T>
concept HasMembers = requires { T::members; } || requires { shape::Of<T>::members; };

template <HasMembers T>
struct Of<T> {
  static void describe(JsonWriter& json, SchemaRegistry& registry) {
    if constexpr (name_of<T>.empty()) {
      describe_object<T>(json, registry);
    } else {
      registry.refer(json, std::string(name_of<T>),
                     [&](JsonWriter& inner) { describe_object<T>(inner, registry); });
    }
  }
};

template <class Record>
struct Of<output::Listed<Record>> {
  static void describe(JsonWriter& json, SchemaRegistry& registry) {
    begin_properties(json);
    json.key("amount");
    schema::describe<std::int64_t>(json, registry);
    json.key("guildID");
    schema::describe<GuildId>(json, registry);
    json.key(output::list_name<Record>);
    describe_array<Record>(json, registry);
    json.key("next");
    schema::describe<decltype(Record::id)>(json, registry);
    end_properties(json, {"amount", "guildID", output::list_name<Record>});
  }
};

}  // namespace blotter::schema
