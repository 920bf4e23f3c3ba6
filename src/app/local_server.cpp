#include "app/local_server.hpp"

#include <fmt/format.h>

namespace blotter::app {
namespace {

/// A server that listens on all addresses answers on the machine's own.
std::string reachable(const std::string& host) {
  if (host == "0.0.0.0") return "127.0.0.1";
  return host == "::" ? "::1" : host;
}

http::ClientRequest request_to(const std::string& listen, const char* option, std::string target) {
  const auto [host, port] = parse_listen(listen, option);
  http::ClientRequest request;
  request.host = reachable(host);
  request.port = port;
  request.target = std::move(target);
  return request;
}

}  // namespace

http::ClientRequest request_to_server(const ServeOptions& options, std::string target) {
  auto request = request_to(options.listen, "--listen", std::move(target));
  if (!options.tls_cert.empty()) request.transport = http::Transport::tls;
  return request;
}

http::ClientRequest request_to_health_pages(const ServeOptions& options, std::string target) {
  if (options.metrics_listen.empty()) return request_to_server(options, std::move(target));
  return request_to(options.metrics_listen, "--metrics-listen", std::move(target));
}

std::string origin_of(const http::ClientRequest& request) {
  const bool is_v6 = request.host.find(':') != std::string::npos;
  return fmt::format("{}://{}:{}", request.transport == http::Transport::tls ? "https" : "http",
                     is_v6 ? "[" + request.host + "]" : request.host, request.port);
}

}  // namespace blotter::app
