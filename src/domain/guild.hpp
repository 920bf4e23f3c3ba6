// A community. Every record belongs to exactly one.
#pragma once

#include <compare>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/result.hpp"

namespace blotter {

class GuildId {
 public:
  static constexpr std::size_t characters_max = 64;

  /// 1-64 of A-Z a-z 0-9 _ -
  static Parsed<GuildId> parse(std::string_view text);
  static GuildId stored(std::string_view text) { return GuildId(std::string(text)); }

  [[nodiscard]] const std::string& str() const { return text_; }
  auto operator<=>(const GuildId&) const = default;

 private:
  explicit GuildId(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

struct Guild {
  GuildId id;
  Timestamp created;
};

}  // namespace blotter
