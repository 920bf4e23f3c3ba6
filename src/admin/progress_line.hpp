// The progress of a copy, as one line for a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "storage/transfer/transfer.hpp"

namespace blotter::admin {

class ProgressLine {
 public:
  using Time = std::chrono::steady_clock::time_point;
  /// Often enough to show that the copy is running.
  static constexpr auto interval = std::chrono::milliseconds(200);

  explicit ProgressLine(Time start);

  /// The line to show now; empty when the last one is too recent. The end is always shown.
  std::optional<std::string> next(const TransferProgress& progress, Time now);

 private:
  struct Sample {
    Time time;
    double done;  // rows
  };
  // The last seconds predict the rest better than the average does, unless they are too few.
  static constexpr auto remembered_span = std::chrono::seconds(10);
  static constexpr auto trusted_span = std::chrono::seconds(1);

  /// Rows per second.
  double rate_with(const Sample& newest);

  Time shown_at_;
  std::deque<Sample> samples_;
};

}  // namespace blotter::admin
