#include "app/local_server.hpp"

#include "app/address.hpp"

namespace blotter::app {
namespace {

/// A server that listens on all addresses is reached on loopback.
std::string reachable(const std::string& host) {
  if (!is_every_address(host)) return host;
  return host.find(':') == std::string::npos ? "127.0.0.1" : "::1";
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
  return origin_of(request.transport, request.host, request.port);
}

}  // namespace blotter::app
