// Sources of randomness: the operating system, or a seed if a run must be repeatable.
#pragma once

#include <cstdint>
#include <random>

namespace blotter {

class Random {
 public:
  virtual ~Random() = default;
  virtual std::uint64_t next() = 0;
  /// Uniformly distributed over 0 … bound - 1.
  std::uint64_t below(std::uint64_t bound);
};

/// Suitable for secrets.
class SystemRandom final : public Random {
 public:
  std::uint64_t next() override;
};

/// The same numbers for the same seed; for demo data and tests only.
class SeededRandom final : public Random {
 public:
  explicit SeededRandom(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t next() override { return engine_(); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace blotter
