#include "base/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

#include <fmt/format.h>
#include <utf8proc.h>

namespace blotter {
namespace {

constexpr utf8proc_int32_t next_line = 0x85;

bool is_white_space(utf8proc_int32_t point) {
  if (point < 0x80) return point == ' ' || (point >= '\t' && point <= '\r');
  switch (utf8proc_category(point)) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return true;
    default: return point == next_line;
  }
}

bool is_control(utf8proc_int32_t point) { return point < 0x20 || (point >= 0x7f && point < 0xa0); }

bool is_default_ignorable(utf8proc_int32_t point) {
  return point >= 0x80 && utf8proc_get_property(point)->ignorable != 0;
}

/// Unicode's Bidi_Control.
bool is_bidi_control(utf8proc_int32_t point) {
  return point == 0x61c || point == 0x200e || point == 0x200f ||
         (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
}

bool is_line_or_tab(utf8proc_int32_t point) {
  return point == '\n' || point == '\r' || point == '\t';
}

/// Removes the code point at the front of `text` and returns it; empty if it is not valid UTF-8.
std::optional<utf8proc_int32_t> take_point(std::string_view& text) {
  utf8proc_int32_t point = static_cast<unsigned char>(text.front());
  utf8proc_ssize_t length = 1;
  if (point >= 0x80) {
    length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                              static_cast<utf8proc_ssize_t>(text.size()), &point);
    if (length <= 0) return std::nullopt;
  }
  text.remove_prefix(static_cast<std::size_t>(length));
  return point;
}

struct Shape {
  std::size_t begin = 0, end = 0;  // the text without surrounding white space
  std::size_t characters = 0;
  bool control = false, lines = false;
  bool visible = false, bidi_control = false;
};

/// One pass over the text; empty if it is not valid UTF-8.
std::optional<Shape> measure(std::string_view text) {
  Shape shape;
  std::size_t pending = 0;  // white space that counts only if other characters follow
  bool pending_control = false, pending_lines = false;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t at = text.size() - rest.size();
    const auto point = take_point(rest);
    if (!point) return std::nullopt;
    const bool lines = is_line_or_tab(*point);
    const bool control = is_control(*point) && !lines;
    if (is_white_space(*point)) {
      if (shape.end == 0) continue;
      ++pending;
      pending_lines |= lines;
      pending_control |= control;
      continue;
    }
    if (shape.end == 0) shape.begin = at;
    shape.end = text.size() - rest.size();
    shape.characters += pending + 1;
    shape.lines |= pending_lines;
    shape.control |= pending_control || control;
    shape.visible |= !is_default_ignorable(*point);
    shape.bidi_control |= is_bidi_control(*point);
    pending = 0;
    pending_lines = pending_control = false;
  }
  return shape;
}

/// Fast path: most input is ASCII, which NFKC leaves unchanged and case folding makes lower case.
std::string fold(std::string_view text) {
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  std::string folded(text);
  if (std::all_of(text.begin(), text.end(), is_ascii)) {
    for (char& c : folded) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
    }
    return folded;
  }
  // Case folding can undo the normal form and vice versa; two rounds reach a fixed point.
  for (int round = 0; round < 2; ++round) {
    utf8proc_uint8_t* mapped = nullptr;
    const auto length = utf8proc_map(
        reinterpret_cast<const utf8proc_uint8_t*>(folded.data()),
        static_cast<utf8proc_ssize_t>(folded.size()), &mapped,
        static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE |
                                       UTF8PROC_CASEFOLD | UTF8PROC_IGNORE));
    if (length < 0) throw std::bad_alloc();  // the text was validated, so nothing else can fail
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
    folded.assign(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(length));
  }
  return folded;
}

std::string key(std::string_view text, std::string_view blank) {
  const std::string folded = fold(text);
  std::string key;
  key.reserve(folded.size());
  std::string_view rest = folded;
  bool gap = false;
  while (!rest.empty()) {
    const std::string_view before = rest;
    const auto point = take_point(rest);
    if (!point) break;
    if (is_white_space(*point)) {
      gap = !key.empty();
      continue;
    }
    if (gap) key += blank;
    gap = false;
    key += before.substr(0, before.size() - rest.size());
  }
  return key;
}

}  // namespace

Parsed<std::string> clean_text(std::string_view text, TextRule rule) {
  const auto shape = measure(text);
  if (!shape) return must("be valid UTF-8");
  if (!shape->visible) return must("not be empty");
  if (shape->control) return must("not contain control characters");
  if (shape->lines && rule.lines == Lines::single) return must("not contain line breaks or tabs");
  if (shape->bidi_control && rule.bidi_controls == BidiControls::refused) {
    return must("not contain bidirectional control characters");
  }
  if (shape->characters > rule.characters_max) {
    return must(fmt::format("be at most {} characters", rule.characters_max));
  }
  return std::string(text.substr(shape->begin, shape->end - shape->begin));
}

std::string without_bidi_controls(std::string_view text) {
  std::string kept;
  while (!text.empty()) {
    const std::string_view before = text;
    const auto point = take_point(text);
    if (!point) return kept + std::string(before);
    if (!is_bidi_control(*point)) kept += before.substr(0, before.size() - text.size());
  }
  return kept;
}

std::string name_key(std::string_view text) { return key(text, " "); }

std::string code_key(std::string_view text) {
  // Removing a space can join an accent to the letter before it, so the result is normalised again.
  return key(key(text, ""), "");
}

std::optional<std::string> problem_of_key(std::string_view key) {
  if (key.size() <= key_points_max) return std::nullopt;  // it has no more code points than bytes
  if (code_points(key).size() <= key_points_max) return std::nullopt;
  return fmt::format("must be shorter: its match key has more than {} characters", key_points_max);
}

std::string end_of_prefix(std::string_view prefix) {
  constexpr utf8proc_int32_t last_point = 0x10ffff;
  constexpr utf8proc_int32_t surrogates_begin = 0xd800, surrogates_end = 0xe000;
  const auto is_continuation = [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
  };
  std::string end(prefix);
  while (!end.empty()) {
    std::size_t at = end.size() - 1;
    while (at > 0 && is_continuation(end[at])) --at;
    std::string_view last = std::string_view(end).substr(at);
    utf8proc_int32_t next = take_point(last).value_or(last_point) + 1;
    end.resize(at);
    if (next > last_point) continue;  // it has no successor: increment the one before it
    if (next == surrogates_begin) next = surrogates_end;
    utf8proc_uint8_t bytes[4];
    const auto length = utf8proc_encode_char(next, bytes);
    return end.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length));
  }
  // All code points are the last one: no text without this prefix sorts after it.
  return std::string(prefix) + "\U0010ffff\U0010ffff\U0010ffff\U0010ffff";
}

std::u32string code_points(std::string_view text) {
  std::u32string points;
  points.reserve(text.size());
  while (!text.empty()) {
    const auto point = take_point(text);
    if (!point) break;
    points += static_cast<char32_t>(*point);
  }
  return points;
}

}  // namespace blotter
