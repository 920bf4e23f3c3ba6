// The body of a response that is produced while it is sent.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace blotter {

/// Memory use does not grow with the size of the body, and no thread waits for it.
class BodyStream {
 public:
  enum class State : std::uint8_t { more, end, failed };
  using Done = std::function<void(State)>;

  /// May run at any time, even while a piece is awaited: the client disconnected or the server
  /// stops. After it returns, `into` must not be used any more.
  virtual ~BodyStream() = default;
  /// Appends the next piece to `into`, then calls `done` once: at once or later, from any thread.
  /// Must not block. Called again only after the previous piece has been written. A `done` that is
  /// destroyed without a call counts as `failed`; so does an exception.
  virtual void next(std::string& into, Done done) = 0;
};

}  // namespace blotter
