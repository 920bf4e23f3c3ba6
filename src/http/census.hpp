// Counts the connections of a server.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace blotter::http {

/// One connection, counted as long as this lives.
class Seat {
 public:
  explicit Seat(std::atomic<std::size_t>& count) : count_(&count) { count.fetch_add(1); }
  Seat(Seat&& other) noexcept : count_(std::exchange(other.count_, nullptr)) {}
  Seat& operator=(Seat&& other) noexcept {
    std::swap(count_, other.count_);
    return *this;
  }
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;
  ~Seat() { give_up(); }

  void give_up() {
    if (count_ != nullptr) std::exchange(count_, nullptr)->fetch_sub(1);
  }

 private:
  std::atomic<std::size_t>* count_;
};

enum class Welcome : std::uint8_t { serve, turn_away };

/// What a connection holds of the server's limits.
struct Admission {
  Welcome welcome;
  Seat connection;
  std::optional<Seat> handshake;  // with TLS, until the handshake is over
};

/// Admission is decided on the one thread that accepts, so counts can only be too high, for the
/// moment in which a connection ends on another thread.
class Census {
 public:
  /// A connection above the limit still needs a descriptor and a second to take its 503. Above this
  /// many of them it is closed without a word.
  static constexpr std::size_t turned_away_max = 128;

  Census(std::size_t connections_max, std::size_t handshakes_max)
      : connections_max_(connections_max), handshakes_max_(handshakes_max) {}

  [[nodiscard]] std::optional<Seat> admit() {
    if (admitted_.load() >= connections_max_) return std::nullopt;
    return Seat(admitted_);
  }
  [[nodiscard]] std::optional<Seat> turn_away() {
    if (turned_away_.load() >= turned_away_max) return std::nullopt;
    return Seat(turned_away_);
  }
  /// Taken before a connection is admitted, and given up when its handshake is over.
  [[nodiscard]] std::optional<Seat> begin_handshake() {
    if (handshakes_.load() >= handshakes_max_) return std::nullopt;
    return Seat(handshakes_);
  }
  [[nodiscard]] std::size_t open() const { return admitted_.load() + turned_away_.load(); }

 private:
  std::size_t connections_max_;
  std::size_t handshakes_max_;
  std::atomic<std::size_t> admitted_{0};
  std::atomic<std::size_t> handshakes_{0};
  std::atomic<std::size_t> turned_away_{0};
};

}  // namespace blotter::http
