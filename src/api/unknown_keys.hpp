// Requests with keys that the server does not know yet. They wait for a refresh of the keys, so
// that a key that was just created works at once.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

#include "api/router.hpp"
#include "http/message.hpp"

namespace blotter::api {

struct HeldRequest {
  const http::Request* request;  // valid until the reply is sent
  Target target;
  http::Reply reply;
};

class UnknownKeys {
 public:
  /// Further requests are refused at once: any client can make up a key.
  static constexpr std::size_t held_max = 1000;

  /// `wake` runs on the thread of the request when the keys should be refreshed. It must not block.
  explicit UnknownKeys(std::function<void()> wake) : wake_(std::move(wake)) {}

  /// Takes the request; or leaves it untouched and returns false if too many wait.
  bool hold(HeldRequest& request);
  /// Returns all that wait. Call it before the refresh, which does not cover later requests.
  std::vector<HeldRequest> take();

 private:
  const std::function<void()> wake_;
  std::mutex mutex_;
  std::vector<HeldRequest> held_;
};

}  // namespace blotter::api
