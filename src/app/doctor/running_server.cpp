#include "app/doctor/running_server.hpp"

#include <simdjson.h>

#include "app/local_server.hpp"

namespace blotter::app::doctor {
namespace {

using Cause = http::ClientError::Cause;

/// Empty when the response is not Blotter's.
std::string version_in(const http::ClientResponse& response) {
  simdjson::dom::parser parser;
  std::string_view version;
  if (response.status != 200) return {};
  if (parser.parse(response.body).at_key("version").get(version) != simdjson::SUCCESS) return {};
  return std::string(version);
}

RunningServer ask(const http::ClientRequest& request) {
  using State = RunningServer::State;
  try {
    const auto response = http::get(request);
    const std::string version = version_in(response);
    if (version.empty())
      return {.state = State::other_program, .problem = "it is another HTTP server"};
    return {.state = State::blotter,
            .version = version,
            .certificate_digest = response.certificate_digest};
  } catch (const http::ClientError& error) {
    switch (error.cause()) {
      case Cause::refused: return {.state = State::none};
      case Cause::timeout: return {.state = State::silent, .problem = error.what()};
      case Cause::other_certificate:
      case Cause::other: break;
    }
    return {.state = State::other_program, .problem = error.what()};
  }
}

}  // namespace

RunningServer find_server(const ServeOptions& options) {
  auto request = request_to_server(options, "/api/version");
  if (request.port == 0) return {};
  RunningServer found = ask(request);
  if (found.state != RunningServer::State::other_program) return found;
  const bool is_tls = request.transport == http::Transport::tls;
  request.transport = is_tls ? http::Transport::plain : http::Transport::tls;
  RunningServer other = ask(request);
  if (other.state != RunningServer::State::blotter) return found;
  other.state = RunningServer::State::other_transport;
  return other;
}

}  // namespace blotter::app::doctor
