// How far a copy is, as one line for a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "storage/transfer.hpp"

namespace blotter::admin {

class ProgressLine {
 public:
  using Time = std::chrono::steady_clock::time_point;
  /// Often enough to look alive.
  static constexpr auto interval = std::chrono::milliseconds(200);

  explicit ProgressLine(Time start);

  /// What to show now; nothing when the last line is not old enough. The end is always shown.
  std::optional<std::string> next(const TransferProgress& progress, Time now);

 private:
  struct Sample {
    Time time;
    double done;  // rows
  };
  // The last seconds tell more of the next ones than the beginning does, but not if they are few.
  static constexpr auto remembered_span = std::chrono::seconds(10);
  static constexpr auto trusted_span = std::chrono::seconds(1);

  /// Rows per second.
  double rate_with(const Sample& newest);

  Time shown_at_;
  std::deque<Sample> samples_;
};

}  // namespace blotter::admin
