// The types of text in records. A value of one of these types is valid.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/text.hpp"

namespace blotter {

template <class Kind>
class Text {
 public:
  static constexpr TextRule rule = Kind::rule;

  static Parsed<Text> parse(std::string_view text) {
    auto clean = clean_text(text, rule);
    if (!clean) return tl::make_unexpected(std::move(clean.error()));
    if constexpr (requires { Kind::key(*clean); }) {
      if (auto problem = problem_of_key(Kind::key(*clean))) {
        return tl::make_unexpected(std::move(*problem));
      }
    }
    return Text(std::move(*clean));
  }
  /// A stored text was validated when it was written.
  static Text stored(std::string_view text) { return Text(std::string(text)); }

  [[nodiscard]] const std::string& str() const { return text_; }
  /// The key that the text is matched by; only kinds that are looked up have one.
  [[nodiscard]] std::string key() const { return Kind::key(text_); }

  bool operator==(const Text&) const = default;

 private:
  explicit Text(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

// Officers type what they hear: names match ignoring case, plates and serials also ignoring spaces.
struct CivilianNameKind {
  static constexpr TextRule rule{99, Lines::single, BidiControls::refused};
  static std::string key(std::string_view text) { return name_key(text); }
};
struct CodeKind {
  static constexpr TextRule rule{64, Lines::single, BidiControls::refused};
  static std::string key(std::string_view text) { return code_key(text); }
};
struct PlateKind : CodeKind {};
struct SerialNumberKind : CodeKind {};
struct PersonNameKind {
  static constexpr TextRule rule{99};
};
struct ExternalIdKind {
  static constexpr TextRule rule{64};
};
struct ShortTextKind {
  static constexpr TextRule rule{500};
};
struct AddressKind {
  static constexpr TextRule rule{500, Lines::many};
};
struct NarrativeKind {
  static constexpr TextRule rule{4000, Lines::many};
};

using CivilianName = Text<CivilianNameKind>;
using Plate = Text<PlateKind>;
using SerialNumber = Text<SerialNumberKind>;
/// The name of a person outside the records: a user, an officer, a medical unit.
using PersonName = Text<PersonNameKind>;
/// An id from another system, such as a Discord user id.
using ExternalId = Text<ExternalIdKind>;
using ShortText = Text<ShortTextKind>;
using Address = Text<AddressKind>;
/// Charges, reasons, injuries.
using Narrative = Text<NarrativeKind>;

}  // namespace blotter
