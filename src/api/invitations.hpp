// POST /invitation: makes the key of an invitation. It needs the token of the invitation's link and
// no key.
#pragma once

#include <mutex>
#include <string_view>

#include "api/metrics.hpp"
#include "api/pipeline.hpp"
#include "base/coarse_clock.hpp"
#include "http/message.hpp"
#include "storage/store.hpp"

namespace blotter::api {

class Invitations {
 public:
  static constexpr std::string_view path = "/invitation";
  /// The store is asked for so many tokens per second; for more, the response is 503. Anybody can
  /// make up tokens.
  static constexpr int checks_per_second_max = 500;

  Invitations(Store& store, Metrics& metrics, Sources sources)
      : store_(store), metrics_(metrics), sources_(sources) {}

  void handle(const http::Request& request, http::Reply reply);

 private:
  bool admit();

  Store& store_;
  Metrics& metrics_;
  const Sources sources_;
  std::mutex mutex_;
  CoarseClock::time_point second_began_{};
  int checks_ = 0;  // in that second
};

}  // namespace blotter::api
