// Makes sure that only one instance does a piece of work, with a lease in the database.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "storage/store.hpp"

namespace blotter::webhooks {

/// The holder counts up a number, the beat. Another instance takes the lease when the beat has not
/// changed for a while on its own clock, so the clocks of the instances need not agree. A holder
/// that cannot count stops before anybody else begins.
class LeaseKeeper {
 public:
  using Time = std::chrono::steady_clock::time_point;

  static constexpr std::chrono::seconds beat_interval{2};
  /// How long the holder works without a beat.
  static constexpr std::chrono::seconds lost_after{5};
  /// When another instance takes the lease.
  static constexpr std::chrono::seconds taken_after{7};

  /// `holder` is unique to this process.
  LeaseKeeper(Store& store, std::string name, std::string holder)
      : store_(store), name_(std::move(name)), holder_(std::move(holder)) {}

  /// Takes or keeps the lease if it is time for it, and tells whether it is held. Call it every
  /// second. Throws what the store throws; `is_held` is right even then.
  bool keep(Time now);
  [[nodiscard]] bool is_held() const { return is_held_; }
  /// Lets another instance take it at once.
  void release();

 private:
  void beat(Time now);
  void try_to_take(Time now);

  Store& store_;
  const std::string name_;
  const std::string holder_;
  bool is_held_ = false;
  std::int64_t beat_ = 0;  // the last one that was seen
  Time beat_at_{};
};

}  // namespace blotter::webhooks
