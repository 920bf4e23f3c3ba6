// Requests to other servers.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "domain/ip_address.hpp"

namespace blotter {

struct HttpPost {
  std::string url;
  std::vector<std::string> headers;
  std::string body;
  /// Set to true to end the request early; may be null.
  std::shared_ptr<const std::atomic<bool>> is_cancelled = nullptr;
};

struct HttpReply {
  /// The most of a body that is kept.
  static constexpr std::size_t body_max = 1024;

  /// 0 if there was no response; `failure` says why.
  unsigned status = 0;
  std::string body = {};
  std::string failure = {};
  /// From the header of that name, if it is a number of seconds.
  std::optional<std::chrono::seconds> retry_after = std::nullopt;
  std::chrono::milliseconds took{0};

  [[nodiscard]] bool is_success() const { return status >= 200 && status < 300; }
};

/// Sends requests, but only to addresses that the operator permits. Thread-safe.
class Outbound {
 public:
  virtual ~Outbound() = default;
  /// `done` is called exactly once, on another thread.
  virtual void post(HttpPost post, std::function<void(HttpReply)> done) = 0;
  /// Resolves the host of a URL. `done` is called like that of `post`, with an address that is not
  /// permitted, if the host has no other.
  virtual void check(std::string url, std::function<void(std::optional<IpAddress>)> done) = 0;
};

}  // namespace blotter
