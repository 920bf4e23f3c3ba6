#include "http/response_head.hpp"

#include <charconv>
#include <limits>

#include <boost/beast/http/status.hpp>

namespace blotter::http {
namespace {

constexpr unsigned status_no_content = 204;
constexpr unsigned status_not_modified = 304;

void append_number(std::string& out, std::size_t number, int base) {
  char digits[std::numeric_limits<std::size_t>::digits10 + 2];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), number, base).ptr;
  out.append(digits, end);
}

std::string_view reason_of(unsigned status) {
  const auto reason =
      boost::beast::http::obsolete_reason(boost::beast::http::int_to_status(status));
  return {reason.data(), reason.size()};
}

void append_framing(std::string& out, const Response& response, Framing framing) {
  switch (framing) {
    case Framing::length:
      // A 304 would need the length of the body that it leaves out.
      if (!status_allows_body(response.status)) return;
      out += "Content-Length: ";
      append_number(out, response.body_bytes.value_or(response.body.bytes().size()), 10);
      out += "\r\n";
      return;
    case Framing::chunked: out += "Transfer-Encoding: chunked\r\n"; return;
    case Framing::until_close: return;
  }
}

void append_connection(std::string& out, Connection connection) {
  switch (connection) {
    case Connection::implied: return;
    case Connection::keep_alive: out += "Connection: keep-alive\r\n"; return;
    case Connection::close: out += "Connection: close\r\n"; return;
  }
}

}  // namespace

void append_head(std::string& out, const Response& response, Framing framing,
                 Connection connection) {
  out += "HTTP/1.1 ";
  append_number(out, response.status, 10);
  out += ' ';
  out += reason_of(response.status);
  out += "\r\n";
  if (!response.content_type.empty()) {
    out += "Content-Type: ";
    out += response.content_type;
    out += "\r\n";
  }
  append_framing(out, response, framing);
  out += response.extra_headers;
  append_connection(out, connection);
  out += "\r\n";
}

void append_chunk_begin(std::string& out, std::size_t bytes) {
  append_number(out, bytes, 16);
  out += "\r\n";
}

bool status_allows_body(unsigned status) {
  return status != status_no_content && status != status_not_modified;
}

}  // namespace blotter::http
