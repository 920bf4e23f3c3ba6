// Finds the end of a request head, and rejects invalid bytes before the head is complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace blotter::http {

/// Looks at each byte once, however many reads a head takes. The parser gets only complete heads,
/// so all its views point into one buffer. Garbage is rejected at once instead of after the read
/// timeout.
class HeadScan {
 public:
  enum class State : std::uint8_t { incomplete, complete, malformed };

  /// Each call must pass the same bytes as the last call, with new ones appended.
  State scan(std::string_view bytes);

  /// Includes the empty line at the end; known when complete.
  [[nodiscard]] std::size_t head_bytes() const { return next_; }
  /// One sentence; known when malformed.
  [[nodiscard]] std::string_view why() const { return why_; }

 private:
  State end_line(std::string_view bytes);
  State fail(std::string_view why);

  std::size_t next_ = 0;
  std::size_t line_begin_ = 0;
  std::string_view why_;
};

}  // namespace blotter::http
