// The civilians in the guilds that fill.cpp creates, and how one is chosen at random. Names follow
// a fixed pattern, so every load generator can compute them: bench/load/people.lua and
// bench/people.py do the same.
#pragma once

#include <cmath>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace blotter::bench {

/// Guilds, civilians and plates are counted from 1; vehicle N belongs to civilian N.
inline std::string guild_name(int number) { return fmt::format("guild-{:04}", number); }
inline std::string civilian_name(int number) {
  return fmt::format("Civilian Number {:07}", number);
}
inline std::string plate(int number) { return fmt::format("PL{:07}", number); }

/// Precedes the time at which a change was due, in its charges: paced.cpp writes it, streams.cpp
/// reads it.
inline constexpr std::string_view change_mark = "Due at ";

inline std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

struct Population {
  int guilds = 1;
  int civilians = 100;
};

/// Chooses civilians with a uniform or a Zipf distribution, as load/people.lua does.
class Draw {
 public:
  Draw(Population population, bool is_zipf, unsigned seed)
      : population_(population), is_zipf_(is_zipf), engine_(seed) {}

  int guild() { return below(population_.guilds) + 1; }
  int person() {
    constexpr std::int64_t stride = 7919;
    if (!is_zipf_) return below(population_.civilians) + 1;
    const std::int64_t drawn = rank();
    return static_cast<int>(drawn * stride % population_.civilians) + 1;
  }

 private:
  int below(int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(engine_); }
  double share() { return std::uniform_real_distribution<>()(engine_); }
  std::int64_t rank() {
    while (true) {
      const double exponent = share();
      const double n = std::floor(std::pow(population_.civilians + 1, exponent));
      if (share() * n * std::log1p(1 / n) <= std::log(2)) return static_cast<std::int64_t>(n);
    }
  }

  Population population_;
  bool is_zipf_;
  std::mt19937_64 engine_;
};

}  // namespace blotter::bench
