#include "api/unknown_keys.hpp"

#include <utility>

namespace blotter::api {

bool UnknownKeys::hold(HeldRequest& request) {
  {
    const std::scoped_lock lock(mutex_);
    if (held_.size() >= held_max) return false;
    held_.push_back(std::move(request));
  }
  wake_();
  return true;
}

std::vector<HeldRequest> UnknownKeys::take() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(held_, {});
}

}  // namespace blotter::api
