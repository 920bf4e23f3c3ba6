// Finds the end of a request head, and refuses bytes that no head may hold before it is complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace blotter::http {

/// Looks at each byte once, however many reads a head takes. The head goes to the parser only as a
/// whole: so the parser's views all point into one buffer, and garbage is answered at once instead
/// of after the read time.
class HeadScan {
 public:
  enum class Verdict : std::uint8_t { incomplete, complete, malformed };

  /// `bytes` begins with the same bytes at every call and grows at its end.
  Verdict scan(std::string_view bytes);

  /// With the empty line at its end; known when complete.
  [[nodiscard]] std::size_t head_bytes() const { return next_; }
  /// One sentence; known when malformed.
  [[nodiscard]] std::string_view why() const { return why_; }

 private:
  Verdict end_line(std::string_view bytes);
  Verdict fail(std::string_view why);

  std::size_t next_ = 0;
  std::size_t line_begin_ = 0;
  std::string_view why_;
};

}  // namespace blotter::http
