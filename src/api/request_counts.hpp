// Counts requests by status and duration. Every request is counted, by threads that must not block
// each other; the counts are read a few times a minute.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include <prometheus/metric_family.h>

#include "operations/operation.hpp"

namespace blotter::api {

class RequestCounts {
 public:
  explicit RequestCounts(std::span<const Operation> operations);

  /// `operation` is null if the request reached no operation.
  void count(const Operation* operation, unsigned status, std::chrono::nanoseconds took);
  /// A response from the cache; count() counts it as a request too.
  void count_cached();
  /// Covers everything counted so far.
  [[nodiscard]] std::vector<prometheus::MetricFamily> collect() const;

 private:
  static constexpr unsigned status_min = 200;
  static constexpr unsigned status_max = 503;
  static constexpr std::array<double, 12> bounds{1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3,
                                                 1e-2, 3e-2, 0.1,  0.3,  1,    3};

  using Number = std::atomic<std::uint64_t>;
  struct Row {
    std::array<Number, status_max - status_min + 1> by_status{};
    std::array<Number, bounds.size() + 1> by_time{};
    Number nanoseconds{0};
  };
  /// The counts of some of the threads. Each thread uses one share, to avoid contention; with more
  /// threads than shares the counts are still correct.
  struct alignas(64) Share {
    /// One for each operation, and the last for requests that reached none.
    std::vector<Row> rows;
    Number cached{0};
  };

  static std::size_t share_of_this_thread();
  template <class Get>
  [[nodiscard]] std::uint64_t total(Get get) const;
  void collect_row(std::size_t row, prometheus::MetricFamily& requests,
                   prometheus::MetricFamily& seconds) const;

  const std::span<const Operation> operations_;
  std::array<Share, 4> shares_;
};

}  // namespace blotter::api
