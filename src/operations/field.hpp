// The descriptor of a request member: how to parse it, what is valid, how it is documented. Those
// of the interface are in fields.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "domain/civilian.hpp"
#include "domain/event.hpp"
#include "domain/event_filter.hpp"
#include "domain/filter.hpp"
#include "domain/firearm.hpp"
#include "domain/history.hpp"
#include "domain/penalty.hpp"
#include "domain/search.hpp"
#include "domain/vehicle.hpp"
#include "domain/webhook.hpp"
#include "operations/member_values.hpp"

namespace blotter {

/// The operator's settings for input.
struct InputSettings {
  PenaltyLimit penalty_limit = PenaltyLimit::off();
  /// Where webhooks may go.
  AddressGuard address_guard = {};
};

enum class JsonType : std::uint8_t { string, strings, number, integer, boolean, objects, any };

/// The range of a number.
struct Bounds {
  enum class End : std::uint8_t { included, excluded };
  double low;
  End low_end;
  double high;
  End high_end;
  /// 0 is valid too.
  bool or_zero = false;
};

struct PropertyInfo;

struct FieldInfo {
  Member member;
  JsonType type;
  std::string_view about;
  /// A valid value, as JSON.
  std::string_view example;
  /// For texts: the maximum number of characters. 0 for everything else.
  std::size_t characters_max = 0;
  /// For enumerations: the spellings.
  std::span<const std::string_view> (*choices)() = nullptr;
  /// For numbers: the range under the operator's settings.
  Bounds (*bounds)(const InputSettings&) = nullptr;
  /// If only one value is valid: that value, as JSON.
  std::string_view only = {};
  /// For texts of a fixed form: a regular expression.
  std::string_view pattern = {};
  std::size_t characters_min = 1;
  /// For arrays of objects: the members of an object, and the maximum number of objects.
  std::span<const PropertyInfo> (*properties)() = nullptr;
  std::size_t objects_max = 0;
};

/// A member of the objects in an array. It has no code of its own: errors name the array.
struct PropertyInfo {
  std::string_view name;
  FieldInfo info;
  bool is_required;
};

template <class T>
struct Field {
  using Parse = Parsed<T> (*)(const MemberValue&, const InputSettings&);
  FieldInfo info;
  Parse parse;
};

namespace fields {

/// A 64-bit number has at most 19 digits.
inline constexpr std::size_t digits_max = 19;
/// Enough for a time with an offset and more digits of a second than any clock has.
inline constexpr std::size_t timestamp_characters_max = 64;

template <class T>
Parsed<T> parse_text(const MemberValue& value, const InputSettings&) {
  if (value.type != MemberValue::Type::text) return must("be a string");
  return T::parse(value.text);
}

std::string choices_rule(std::span<const std::string_view> choices);

/// The kinds of events that the operations append, in the order of their table, and those that the
/// server itself appends.
std::span<const std::string_view> event_kinds();
Parsed<std::string> parse_event_kind(const MemberValue& value, const InputSettings&);
inline constexpr std::size_t event_kinds_characters_max = 1000;
/// Separated by commas; each must cover a kind that exists.
Parsed<EventKinds> parse_event_kinds(const MemberValue& value, const InputSettings&);
/// The same as an array.
Parsed<EventKinds> parse_event_kinds_array(const MemberValue& value, const InputSettings&);

/// Where to begin in the events of a guild: after a number, or after the latest one.
struct EventPosition {
  std::optional<std::int64_t> seq;
};
Parsed<EventPosition> parse_event_position(const MemberValue& value, const InputSettings&);

/// The first of several events: its number, or the time from which on they count.
using FirstEvent = std::variant<std::int64_t, Timestamp>;
Parsed<FirstEvent> parse_first_event(const MemberValue& value, const InputSettings&);

Parsed<HistoryPosition> parse_history_position(const MemberValue& value, const InputSettings&);

Parsed<WebhookUrl> parse_webhook_url(const MemberValue& value, const InputSettings& settings);

template <class Enum>
Parsed<Enum> parse_choice(const MemberValue& value, const InputSettings&) {
  if (value.type == MemberValue::Type::text) {
    if (const auto choice = find_spelling<Enum>(value.text)) return *choice;
  }
  return must(choices_rule(all_spellings<Enum>()));
}

Parsed<bool> parse_flag(const MemberValue& value, const InputSettings&);
/// For a state that is final: `true` is the only value.
Parsed<bool> parse_true(const MemberValue& value, const InputSettings&);
/// `true` and `false`, or these as strings.
Parsed<bool> parse_spelled_flag(const MemberValue& value, const InputSettings&);
/// A whole number from 1 to `most`, or a string of its digits.
Parsed<std::int64_t> parse_count(const MemberValue& value, std::int64_t most);
/// A whole number of seconds from 1 to `term_seconds_max`.
Parsed<std::int64_t> parse_term(const MemberValue& value, const InputSettings&);
/// The `next` of a list that is sorted by time.
Parsed<TermPosition> parse_term_position(const MemberValue& value, const InputSettings&);
/// Whole seconds, or a string of their digits.
Parsed<std::int64_t> parse_wait(const MemberValue& value, const InputSettings&);
Bounds wait_bounds(const InputSettings&);
/// The number of an event, or a string of its digits.
Parsed<std::int64_t> parse_seq(const MemberValue& value, const InputSettings&);
/// The digits of an id or another number, as an earlier response showed them.
Parsed<std::int64_t> parse_digits(const MemberValue& value, const InputSettings&);
Parsed<Timestamp> parse_timestamp(const MemberValue& value, const InputSettings&);
Parsed<double> parse_age(const MemberValue& value, const InputSettings&);
Bounds age_bounds(const InputSettings&);
/// Centimetres or kilograms.
Parsed<double> parse_size(const MemberValue& value, const InputSettings&);
Bounds size_bounds(const InputSettings&);
Parsed<double> parse_penalty(const MemberValue& value, const InputSettings& settings);
Bounds penalty_bounds(const InputSettings& settings);
/// A penalty, or 0: a vehicle may be released for free.
Parsed<double> parse_fee(const MemberValue& value, const InputSettings& settings);
Bounds fee_bounds(const InputSettings& settings);
/// What something usually costs: 0 or more, whatever the operator's limit of penalties.
Parsed<double> parse_cost(const MemberValue& value, const InputSettings&);
Bounds cost_bounds(const InputSettings&);

/// Seconds, sent as a string and shown as sent.
struct RecoveryTime {
  std::string text;
  double seconds;
};
Parsed<RecoveryTime> parse_recovery_time(const MemberValue& value, const InputSettings& settings);

template <class T>
constexpr Field<T> text(Member member, std::string_view about, std::string_view example) {
  std::size_t characters_min = 1;
  if constexpr (requires { T::characters_min; }) characters_min = T::characters_min;
  return {{.member = member,
           .type = JsonType::string,
           .about = about,
           .example = example,
           .characters_max = T::rule.characters_max,
           .characters_min = characters_min},
          parse_text<T>};
}

template <class Enum>
constexpr Field<Enum> choice(Member member, std::string_view about, std::string_view example) {
  return {{.member = member,
           .type = JsonType::string,
           .about = about,
           .example = example,
           .choices = all_spellings<Enum>},
          parse_choice<Enum>};
}

constexpr Field<double> number(Member member, std::string_view about, std::string_view example,
                               Field<double>::Parse parse, Bounds (*bounds)(const InputSettings&)) {
  return {{.member = member,
           .type = JsonType::number,
           .about = about,
           .example = example,
           .bounds = bounds},
          parse};
}

constexpr Field<bool> flag(Member member, std::string_view about) {
  return {{member, JsonType::boolean, about, "true"}, parse_flag};
}

/// A flag that filters records.
constexpr Field<bool> filter(Member member, std::string_view about) {
  return {{.member = member, .type = JsonType::boolean, .about = about, .example = "true"},
          parse_spelled_flag};
}

template <std::int64_t Most>
Bounds count_bounds(const InputSettings&) {
  return {1, Bounds::End::included, static_cast<double>(Most), Bounds::End::included};
}

/// After how many seconds something ends by itself.
constexpr Field<std::int64_t> term(Member member, std::string_view about) {
  return {{.member = member,
           .type = JsonType::integer,
           .about = about,
           .example = "3600",
           .bounds = count_bounds<term_seconds_max>},
          parse_term};
}

template <class SomeId>
constexpr Field<SomeId> id(Member member, std::string_view about) {
  return {{.member = member,
           .type = JsonType::string,
           .about = about,
           .example = R"("1305482769401118720")",
           .characters_max = digits_max,
           .pattern = "^[0-9]+$"},
          [](const MemberValue& value, const InputSettings& settings) {
            return parse_digits(value, settings).map([](std::int64_t number) {
              return SomeId{number};
            });
          }};
}

constexpr Field<Timestamp> timestamp(Member member, std::string_view about,
                                     std::string_view example) {
  return {{.member = member,
           .type = JsonType::string,
           .about = about,
           .example = example,
           .characters_max = timestamp_characters_max,
           .pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt ].+)?$"},
          parse_timestamp};
}

/// How many results a response may hold.
template <std::int64_t Most>
constexpr Field<std::int64_t> limit(std::string_view about) {
  return {{.member = Member::limit,
           .type = JsonType::integer,
           .about = about,
           .example = "20",
           .bounds = count_bounds<Most>},
          [](const MemberValue& value, const InputSettings&) { return parse_count(value, Most); }};
}

}  // namespace fields
}  // namespace blotter
