#include "operations/field.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/header_list.hpp"
#include "base/ids.hpp"

namespace blotter::fields {
namespace {

constexpr double age_below = 100;
constexpr double size_below = 500;
constexpr std::int64_t wait_seconds_max = 25;

Parsed<double> parse_number(const MemberValue& value) {
  if (value.type != MemberValue::Type::number) return must("be a number");
  if (!std::isfinite(value.number)) return must("be finite");
  return value.number;
}

}  // namespace

Parsed<std::string> parse_event_kind(const MemberValue& value, const InputSettings&) {
  if (value.type == MemberValue::Type::text &&
      std::ranges::find(event_kinds(), value.text) != event_kinds().end()) {
    return std::string(value.text);
  }
  return must(choices_rule(event_kinds()));
}

namespace {

std::optional<EventKinds> event_kinds_in(std::string_view list) {
  if (list.size() > event_kinds_characters_max) return std::nullopt;
  std::vector<std::string> patterns;
  const bool has_unknown = any_part(list, ',', [&](std::string_view pattern) {
    patterns.emplace_back(pattern);
    return std::ranges::none_of(event_kinds(),
                                [&](std::string_view kind) { return covers(pattern, kind); });
  });
  if (has_unknown || patterns.empty()) return std::nullopt;
  return EventKinds(std::move(patterns));
}

}  // namespace

Parsed<EventKinds> parse_event_kinds(const MemberValue& value, const InputSettings&) {
  if (value.type == MemberValue::Type::text) {
    if (auto kinds = event_kinds_in(value.text)) return std::move(*kinds);
  }
  return must("be kinds of events, or prefixes such as leo.*, separated by commas");
}

Parsed<EventKinds> parse_event_kinds_array(const MemberValue& value, const InputSettings&) {
  if (value.type == MemberValue::Type::texts || value.type == MemberValue::Type::text) {
    if (auto kinds = event_kinds_in(value.text)) return std::move(*kinds);
  }
  return must("be an array of kinds of events, or prefixes such as leo.*");
}

Parsed<FirstEvent> parse_first_event(const MemberValue& value, const InputSettings& settings) {
  if (const auto seq = parse_seq(value, settings)) return FirstEvent(*seq);
  if (const auto time = parse_timestamp(value, settings)) return FirstEvent(*time);
  return must("be the number of an event, an RFC 3339 time or a date");
}

Parsed<HistoryPosition> parse_history_position(const MemberValue& value, const InputSettings&) {
  const bool is_possible =
      value.type == MemberValue::Type::text && value.text.size() <= history_position_characters_max;
  return HistoryPosition::parse(is_possible ? value.text : "");
}

Parsed<WebhookUrl> parse_webhook_url(const MemberValue& value, const InputSettings& settings) {
  if (value.type != MemberValue::Type::text) return must("be a string");
  return WebhookUrl::parse(value.text, settings.address_guard);
}

Parsed<EventPosition> parse_event_position(const MemberValue& value,
                                           const InputSettings& settings) {
  if (value.type == MemberValue::Type::text && value.text == "latest") return EventPosition{};
  if (const auto seq = parse_digits(value, settings)) return EventPosition{*seq};
  return must("be latest or the number of an event, a string of digits");
}

std::string choices_rule(std::span<const std::string_view> choices) {
  return fmt::format("be one of {}", fmt::join(choices, ", "));
}

Parsed<bool> parse_flag(const MemberValue& value, const InputSettings&) {
  if (value.type != MemberValue::Type::boolean) return must("be true or false");
  return value.flag;
}

Parsed<bool> parse_true(const MemberValue& value, const InputSettings&) {
  if (value.type != MemberValue::Type::boolean || !value.flag) return must("be true");
  return true;
}

Parsed<bool> parse_spelled_flag(const MemberValue& value, const InputSettings& settings) {
  if (value.type != MemberValue::Type::text) return parse_flag(value, settings);
  if (value.text != "true" && value.text != "false") return must("be true or false");
  return value.text == "true";
}

Parsed<std::int64_t> parse_count(const MemberValue& value, std::int64_t most) {
  double count = 0;
  if (value.type == MemberValue::Type::number) {
    count = value.number;
  } else if (value.type == MemberValue::Type::text) {
    count = static_cast<double>(parse_id(value.text).value_or(0));
  }
  if (!(count >= 1 && count <= static_cast<double>(most)) || count != std::floor(count)) {
    return must(fmt::format("be a whole number from 1 to {}", most));
  }
  return static_cast<std::int64_t>(count);
}

Parsed<std::int64_t> parse_term(const MemberValue& value, const InputSettings&) {
  const auto rule = fmt::format("be a whole number from 1 to {}", term_seconds_max);
  if (value.type != MemberValue::Type::number) return must(rule);
  return parse_count(value, term_seconds_max);
}

Parsed<TermPosition> parse_term_position(const MemberValue& value, const InputSettings&) {
  const std::size_t dash = value.text.find('-');
  if (value.type == MemberValue::Type::text && dash <= digits_max) {
    const auto at = parse_id(value.text.substr(0, dash));
    const auto id = parse_id(value.text.substr(dash + 1));
    if (at && id) return TermPosition{{*at}, *id};
  }
  return must("be the next of the previous response");
}

Parsed<std::int64_t> parse_wait(const MemberValue& value, const InputSettings&) {
  std::optional<double> seconds;
  if (value.type == MemberValue::Type::number) seconds = value.number;
  if (value.type == MemberValue::Type::text) seconds = parse_id(value.text);
  if (!seconds || !(*seconds >= 0 && *seconds <= wait_seconds_max) ||
      *seconds != std::floor(*seconds)) {
    return must(fmt::format("be a whole number from 0 to {}", wait_seconds_max));
  }
  return static_cast<std::int64_t>(*seconds);
}

Bounds wait_bounds(const InputSettings&) {
  return {0, Bounds::End::included, wait_seconds_max, Bounds::End::included};
}

Parsed<std::int64_t> parse_seq(const MemberValue& value, const InputSettings& settings) {
  constexpr double exact_max = 9007199254740992;  // 2^53
  if (value.type == MemberValue::Type::number) {
    const double number = value.number;
    if (number >= 0 && number <= exact_max && number == std::floor(number)) {
      return static_cast<std::int64_t>(number);
    }
  }
  return parse_digits(value, settings);
}

Parsed<std::int64_t> parse_digits(const MemberValue& value, const InputSettings&) {
  if (value.type == MemberValue::Type::text && value.text.size() <= digits_max) {
    if (const auto number = parse_id(value.text)) return *number;
  }
  return must("be the next of the previous response, a string of digits");
}

Parsed<Timestamp> parse_timestamp(const MemberValue& value, const InputSettings&) {
  if (value.type == MemberValue::Type::text && value.text.size() <= timestamp_characters_max) {
    if (const auto time = parse_time(value.text)) return *time;
  }
  return must("be a time such as 2026-11-14T09:30:00Z or a date such as 2026-11-14");
}

Parsed<double> parse_age(const MemberValue& value, const InputSettings&) {
  auto years = parse_number(value);
  if (years && (*years < 0 || *years >= age_below)) return must("be 0 or more and below 100");
  return years;
}

Bounds age_bounds(const InputSettings&) {
  return {0, Bounds::End::included, age_below, Bounds::End::excluded};
}

Parsed<double> parse_size(const MemberValue& value, const InputSettings&) {
  auto size = parse_number(value);
  if (size && (*size <= 0 || *size >= size_below)) return must("be above 0 and below 500");
  return size;
}

Bounds size_bounds(const InputSettings&) {
  return {0, Bounds::End::excluded, size_below, Bounds::End::excluded};
}

Parsed<double> parse_penalty(const MemberValue& value, const InputSettings& settings) {
  return parse_number(value).and_then(
      [&](double amount) { return settings.penalty_limit.check(amount); });
}

Bounds penalty_bounds(const InputSettings& settings) {
  const PenaltyLimit& limit = settings.penalty_limit;
  return {limit.above(), Bounds::End::excluded, limit.at_most(), Bounds::End::included};
}

Parsed<double> parse_fee(const MemberValue& value, const InputSettings& settings) {
  if (value.type == MemberValue::Type::number && value.number == 0) return 0.0;
  return parse_penalty(value, settings).map_error([](const std::string& rule) {
    return rule + ", or 0";
  });
}

Bounds fee_bounds(const InputSettings& settings) {
  Bounds bounds = penalty_bounds(settings);
  bounds.or_zero = true;
  return bounds;
}

Parsed<double> parse_cost(const MemberValue& value, const InputSettings&) {
  auto cost = parse_number(value);
  if (cost && (*cost < 0 || *cost > penalty_max)) {
    return must(fmt::format("be 0 or more and at most {:.0f}", penalty_max));
  }
  return cost;
}

Bounds cost_bounds(const InputSettings&) {
  return {0, Bounds::End::included, penalty_max, Bounds::End::included};
}

Parsed<RecoveryTime> parse_recovery_time(const MemberValue& value, const InputSettings& settings) {
  if (value.type != MemberValue::Type::text) return must("be a string that contains a number");
  auto text = clean_text(value.text, ShortText::rule);
  if (!text) return tl::make_unexpected(text.error());
  double seconds = 0;
  const char* end = text->data() + text->size();
  const auto [rest, error] = std::from_chars(text->data(), end, seconds);
  if (error != std::errc{} || rest != end) return must("be a string that contains a number");
  const auto checked = settings.penalty_limit.check(seconds);
  if (!checked) return tl::make_unexpected(checked.error());
  return RecoveryTime{std::move(*text), seconds};
}

}  // namespace blotter::fields
