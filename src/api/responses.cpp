#include "api/responses.hpp"

#include "base/json_writer.hpp"

namespace blotter::api {
namespace {

// Both causes pass soon: a full rate window, a burst of work.
constexpr std::string_view retry_after_seconds = "1";

// A list holds its snapshot while it is sent, and the WAL cannot be reset while a snapshot is open.
constexpr std::chrono::seconds list_time_max{60};

std::string error_body(const Error& error, const Operation* operation) {
  std::string body;
  JsonWriter json(body);
  json.begin_object();
  const bool has_found = operation != nullptr && operation->found_member == FoundMember::present;
  if (has_found && error.status() == 404) json.member("found", false);
  json.member("error", error.title());
  json.member("details", error.details());
  json.end_object();
  return body;
}

}  // namespace

std::string header_line(std::string_view name, std::string_view value) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string line;
  line.reserve(name.size() + value.size() + 4);
  line.append(name).append(": ");
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      line += c;
    } else {
      line += '%';
      line += digits[byte >> 4];
      line += digits[byte & 15];
    }
  }
  return line.append("\r\n");
}

http::Response error_response(const Error& error, const Operation* operation) {
  http::Response response;
  response.status = error.status();
  response.body = error_body(error, operation);
  if (response.status < 500) response.extra_headers = header_line("X-Error-Hint", error.hint());
  if (response.status == 429 || response.status == 503) {
    response.extra_headers += header_line("Retry-After", retry_after_seconds);
  }
  return response;
}

http::Response cached_response(const Operation& operation, http::Body body) {
  http::Response response;
  response.status = operation.success_status();
  response.body = std::move(body);
  return response;
}

http::Response success_response(const Operation& operation, Rendered rendered) {
  auto response = cached_response(operation, std::move(rendered.body));
  if (rendered.rest) {
    response.rest = std::move(rendered.rest);
    response.time_max = list_time_max;
  }
  return response;
}

http::Response stream_response(Stream stream) {
  http::Response response;
  response.content_type = stream.content_type;
  response.extra_headers = std::move(stream.headers);
  response.body = std::move(stream.begin);
  response.rest = std::move(stream.rest);
  response.is_live = true;
  return response;
}

}  // namespace blotter::api
