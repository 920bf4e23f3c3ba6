// Requests with keys that the server does not know yet: they wait for a refresh of its keys, so
// that a key which was made a moment ago works at once.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

#include "api/router.hpp"
#include "http/message.hpp"

namespace blotter::api {

struct HeldRequest {
  const http::Request* request;  // valid until the reply is given
  Target target;
  http::Reply reply;
};

class UnknownKeys {
 public:
  /// More are refused at once: anybody can make up a key.
  static constexpr std::size_t held_max = 1000;

  /// `wake` is called, on the thread of the request, when the keys should be refreshed. It
  /// must not block.
  explicit UnknownKeys(std::function<void()> wake) : wake_(std::move(wake)) {}

  /// Takes the request, or leaves it as it is and gives false when too many wait.
  bool hold(HeldRequest& request);
  /// All that wait; call it before the refresh, for those that come later were not covered by it.
  std::vector<HeldRequest> take();

 private:
  const std::function<void()> wake_;
  std::mutex mutex_;
  std::vector<HeldRequest> held_;
};

}  // namespace blotter::api
