// Counts the connections of a server.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace blotter::http {

/// One counted connection: the destructor decrements the count.
class CountGuard {
 public:
  explicit CountGuard(std::atomic<std::size_t>& count) : count_(&count) { count.fetch_add(1); }
  CountGuard(CountGuard&& other) noexcept : count_(std::exchange(other.count_, nullptr)) {}
  CountGuard& operator=(CountGuard&& other) noexcept {
    std::swap(count_, other.count_);
    return *this;
  }
  CountGuard(const CountGuard&) = delete;
  CountGuard& operator=(const CountGuard&) = delete;
  ~CountGuard() { release(); }

  void release() {
    if (count_ != nullptr) std::exchange(count_, nullptr)->fetch_sub(1);
  }

 private:
  std::atomic<std::size_t>* count_;
};

enum class AdmissionDecision : std::uint8_t { serve, reject };

/// What a connection occupies of the server's limits.
struct Admission {
  AdmissionDecision decision;
  CountGuard connection;
  std::optional<CountGuard> handshake;  // with TLS, until the handshake ends
};

/// Only the thread that accepts connections admits them, so a count can never be too low. It can be
/// too high for the moment in which a connection ends on another thread.
class ConnectionCount {
 public:
  /// A connection above the limit still needs a descriptor, and a second to read its 503. Above
  /// this many of them, connections are closed without a response.
  static constexpr std::size_t rejected_max = 128;

  ConnectionCount(std::size_t connections_max, std::size_t handshakes_max)
      : connections_max_(connections_max), handshakes_max_(handshakes_max) {}

  [[nodiscard]] std::optional<CountGuard> admit() {
    if (admitted_.load() >= connections_max_) return std::nullopt;
    return CountGuard(admitted_);
  }
  [[nodiscard]] std::optional<CountGuard> reject() {
    if (rejected_.load() >= rejected_max) return std::nullopt;
    return CountGuard(rejected_);
  }
  /// Taken before a connection is admitted, released when its handshake ends.
  [[nodiscard]] std::optional<CountGuard> begin_handshake() {
    if (handshakes_.load() >= handshakes_max_) return std::nullopt;
    return CountGuard(handshakes_);
  }
  [[nodiscard]] std::size_t open() const { return admitted_.load() + rejected_.load(); }

 private:
  std::size_t connections_max_;
  std::size_t handshakes_max_;
  std::atomic<std::size_t> admitted_{0};
  std::atomic<std::size_t> handshakes_{0};
  std::atomic<std::size_t> rejected_{0};
};

}  // namespace blotter::http
