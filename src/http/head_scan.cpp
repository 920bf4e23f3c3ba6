#include "http/head_scan.hpp"

namespace blotter::http {
namespace {

constexpr std::string_view line_end = "\r\n";

bool is_text(char byte) {
  const auto code = static_cast<unsigned char>(byte);
  return (code >= 0x20 && code != 0x7f) || byte == '\t';
}

bool is_request_line(std::string_view line) {
  return line.ends_with(" HTTP/1.1") || line.ends_with(" HTTP/1.0");
}

}  // namespace

HeadScan::State HeadScan::scan(std::string_view bytes) {
  while (next_ < bytes.size()) {
    if (is_text(bytes[next_])) {
      ++next_;
      continue;
    }
    if (bytes[next_] != '\r') return fail("the request head contains a control character");
    if (next_ + 1 == bytes.size()) return State::incomplete;
    if (bytes[next_ + 1] != '\n') return fail("lines of a request head must end in CR LF");
    if (const auto state = end_line(bytes); state != State::incomplete) return state;
  }
  return State::incomplete;
}

/// `next_` is at a CR LF. Steps over it unless the head is malformed.
HeadScan::State HeadScan::end_line(std::string_view bytes) {
  const auto line = bytes.substr(line_begin_, next_ - line_begin_);
  const bool is_first = line_begin_ == 0;
  if (is_first && !is_request_line(line)) {
    return fail("the request line is not valid for HTTP/1.1 or HTTP/1.0");
  }
  // A proxy and this server may parse a folded line differently, so it can hide a header from one.
  if (!is_first && (line.starts_with(' ') || line.starts_with('\t'))) {
    return fail("header lines must not be folded");
  }
  next_ += line_end.size();
  line_begin_ = next_;
  return line.empty() ? State::complete : State::incomplete;
}

HeadScan::State HeadScan::fail(std::string_view why) {
  why_ = why;
  return State::malformed;
}

}  // namespace blotter::http
