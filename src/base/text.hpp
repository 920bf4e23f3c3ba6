// Text as people type it: UTF-8, trimmed, without control characters, and the keys it is matched
// by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace blotter {

/// Whether line breaks and tabs are part of a text's content or an error in it.
enum class Lines : std::uint8_t { single, many };

/// Whether a text may hold controls that change the direction of writing. They make one name look
/// like another.
enum class BidiControls : std::uint8_t { allowed, refused };

struct TextRule {
  std::size_t characters_max;
  Lines lines = Lines::single;
  BidiControls bidi_controls = BidiControls::allowed;
};

/// Cuts white space at both ends and checks what is left. Characters are code points. A text of
/// nothing that anybody could see is empty.
Parsed<std::string> clean_text(std::string_view text, TextRule rule);

/// The text without what BidiControls::refused refuses.
std::string without_bidi_controls(std::string_view text);

/// NFKC and full case folding without default-ignorable code points, such as the zero-width space;
/// runs of white space as one blank: `john  DOE` and `John Doe` agree.
std::string name_key(std::string_view text);
/// The same without any white space: `ab 12` and `AB12` agree.
std::string code_key(std::string_view text);
/// A code point may become 18 in a key, and whatever compares keys takes longer for long ones.
inline constexpr std::size_t key_points_max = 200;
/// Why a key cannot be used, if so.
std::optional<std::string> problem_of_key(std::string_view key);
/// The first text behind all those that begin with `prefix`, in the order of their bytes. It is
/// UTF-8 as `prefix` is, for databases take nothing else.
std::string end_of_prefix(std::string_view prefix);
/// The characters of a text that was checked, one by one.
std::u32string code_points(std::string_view text);

}  // namespace blotter
