// Text as people type it: UTF-8, trimmed, without control characters, and the keys that match it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace blotter {

/// Whether line breaks and tabs are allowed in a text.
enum class Lines : std::uint8_t { single, many };

/// Whether a text may contain bidirectional controls. They can make one name look like another.
enum class BidiControls : std::uint8_t { allowed, refused };

struct TextRule {
  std::size_t characters_max;
  Lines lines = Lines::single;
  BidiControls bidi_controls = BidiControls::allowed;
};

/// Trims white space at both ends and validates the rest. Characters are code points. A text
/// without a visible character counts as empty.
Parsed<std::string> clean_text(std::string_view text, TextRule rule);

/// The text without the characters that BidiControls::refused rejects.
std::string without_bidi_controls(std::string_view text);

/// NFKC and full case folding, without default-ignorable code points such as the zero-width space,
/// and with runs of white space as one space: `john  DOE` and `John Doe` match.
std::string name_key(std::string_view text);
/// The same without any white space: `ab 12` and `AB12` match.
std::string code_key(std::string_view text);
/// A code point may become 18 in a key, and comparing long keys takes longer.
inline constexpr std::size_t key_points_max = 200;
/// Why a key is not valid; empty if it is.
std::optional<std::string> problem_of_key(std::string_view key);
/// The first text that sorts after all texts with this prefix, in byte order. It is valid UTF-8 if
/// `prefix` is, because databases accept nothing else.
std::string end_of_prefix(std::string_view prefix);
/// The code points of a validated text.
std::u32string code_points(std::string_view text);

}  // namespace blotter
