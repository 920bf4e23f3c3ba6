#include "webhooks/lease_keeper.hpp"

namespace blotter::webhooks {

bool LeaseKeeper::keep(Time now) {
  if (is_held_ && now - beat_at_ >= lost_after) is_held_ = false;
  if (!is_held_) {
    try_to_take(now);
  } else if (now - beat_at_ >= beat_interval) {
    beat(now);
  }
  return is_held_;
}

void LeaseKeeper::release() {
  if (!is_held_) return;
  is_held_ = false;
  store_.administer([&](Accounts& accounts) { accounts.release_lease(name_, holder_); });
}

void LeaseKeeper::beat(Time now) {
  bool is_taken = false;
  store_.administer(
      [&](Accounts& accounts) { is_taken = accounts.take_lease(name_, holder_, beat_); });
  is_held_ = is_taken;
  if (!is_taken) return;
  ++beat_;
  beat_at_ = now;
}

void LeaseKeeper::try_to_take(Time now) {
  Lease seen;
  store_.look_up([&](Accounts& accounts) { seen = accounts.lease(name_); });
  if (seen.beat != beat_) {
    beat_ = seen.beat;
    beat_at_ = now;
  }
  const bool is_free = seen.holder.empty() || now - beat_at_ >= taken_after;
  if (is_free) beat(now);
}

}  // namespace blotter::webhooks
