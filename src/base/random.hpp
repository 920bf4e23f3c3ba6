// Where randomness comes from: the operating system, or a seed when a run must repeat itself.
#pragma once

#include <cstdint>
#include <random>

namespace blotter {

class Random {
 public:
  virtual ~Random() = default;
  virtual std::uint64_t next() = 0;
  /// Evenly spread over 0 … bound - 1.
  std::uint64_t below(std::uint64_t bound);
};

/// Fit for secrets.
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
