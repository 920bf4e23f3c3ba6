// Repeatable random input: a failing test prints its seed, and BLOTTER_TEST_SEED sets it.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>

namespace blotter::testing {

class Seeded {
 public:
  /// For SCOPED_TRACE.
  [[nodiscard]] std::string how_to_repeat() const {
    return "repeat with BLOTTER_TEST_SEED=" + std::to_string(seed_);
  }

  std::uint64_t number() { return engine_(); }
  std::uint64_t below(std::uint64_t bound) { return engine_() % bound; }

  /// Any code point except surrogates, small ones more often.
  std::uint32_t code_point() {
    constexpr std::uint32_t ends[] = {0x80, 0x250, 0x3000, 0x10000, 0x110000};
    while (true) {
      const auto point = static_cast<std::uint32_t>(below(ends[below(std::size(ends))]));
      if (point < 0xd800 || point > 0xdfff) return point;
    }
  }

 private:
  static std::uint64_t chosen() {
    const char* given = std::getenv("BLOTTER_TEST_SEED");
    return given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device()();
  }

  std::uint64_t seed_ = chosen();
  std::mt19937_64 engine_{seed_};
};

inline void append_utf8(std::string& out, std::uint32_t point) {
  const auto byte = [&](std::uint32_t bits) { out += static_cast<char>(bits); };
  if (point < 0x80) return byte(point);
  if (point < 0x800) {
    byte(0xc0 | point >> 6);
  } else {
    if (point < 0x10000) {
      byte(0xe0 | point >> 12);
    } else {
      byte(0xf0 | point >> 18);
      byte(0x80 | (point >> 12 & 0x3f));
    }
    byte(0x80 | (point >> 6 & 0x3f));
  }
  byte(0x80 | (point & 0x3f));
}

inline std::string utf8(std::uint32_t point) {
  std::string out;
  append_utf8(out, point);
  return out;
}

inline std::string random_text(Seeded& random, std::size_t characters_max) {
  std::string out;
  for (std::size_t left = random.below(characters_max + 1); left > 0; --left) {
    append_utf8(out, random.code_point());
  }
  return out;
}

}  // namespace blotter::testing
