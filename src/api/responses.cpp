#include "api/responses.hpp"

#include "base/header_list.hpp"
#include "base/json_writer.hpp"

namespace blotter::api {
namespace {

// Both causes pass soon: a full rate window, a burst of work.
constexpr std::int64_t retry_after_seconds = 1;

// A list holds its snapshot while it is sent, and the WAL cannot be reset while a snapshot is open.
constexpr std::chrono::seconds list_time_max{60};

// Proxies such as nginx close a connection after 60 seconds of silence.
constexpr std::chrono::seconds heartbeat_interval{15};

bool has_hint(const Error& error) { return error.status() < 500; }
bool has_retry_after(const Error& error) { return error.status() == 429 || error.status() == 503; }

std::string error_text(const Error& error, const Operation* operation, ErrorBody form) {
  std::string body;
  JsonWriter json(body);
  json.begin_object();
  const bool has_found = operation != nullptr && operation->found_member == FoundMember::present;
  if (has_found && error.status() == 404) json.member("found", false);
  json.member("error", error.title());
  json.member("details", error.details());
  if (form == ErrorBody::with_hint) {
    if (has_hint(error)) json.member("hint", error.hint());
    if (has_retry_after(error)) json.member("retryAfter", retry_after_seconds);
  }
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

ErrorBody error_body_for(const http::Request& request) {
  const bool is_asked_for = accepts(request.header("Accept"), "application/problem+json");
  return is_asked_for ? ErrorBody::with_hint : ErrorBody::usual;
}

http::Response error_response(const Error& error, const Operation* operation, ErrorBody body) {
  http::Response response;
  response.status = error.status();
  response.body = error_text(error, operation, body);
  if (has_hint(error)) response.extra_headers = header_line("X-Error-Hint", error.hint());
  if (has_retry_after(error)) {
    response.extra_headers += header_line("Retry-After", std::to_string(retry_after_seconds));
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
  if (rendered.is_replay) response.extra_headers += "Idempotent-Replayed: true\r\n";
  if (rendered.event_number) {
    response.extra_headers += header_line("X-Event-Seq", std::to_string(*rendered.event_number));
  }
  if (operation.handler.has_secret) {
    response.extra_headers += header_line("Cache-Control", "no-store");
  }
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
  response.heartbeat = {stream.heartbeat, heartbeat_interval};
  return response;
}

}  // namespace blotter::api
