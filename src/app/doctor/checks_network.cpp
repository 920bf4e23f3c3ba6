#include <cerrno>
#include <cstring>
#include <fstream>
#include <sys/socket.h>
#include <unistd.h>

#include <fmt/format.h>

#include "app/doctor/checks.hpp"
#include "app/local_server.hpp"
#include "http/descriptors.hpp"
#include "http/listener.hpp"

namespace blotter::app::doctor {
namespace {

using State = RunningServer::State;

/// 0 when this process can bind the address, else errno.
int try_to_bind(const boost::asio::ip::tcp::endpoint& address) {
  const int socket = ::socket(address.protocol().family(), SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return errno;
  // As the server does: a port that was just released is free.
  const int yes = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  // Clients cannot connect here, because there is no listen.
  const int error =
      ::bind(socket, address.data(), static_cast<socklen_t>(address.size())) == 0 ? 0 : errno;
  ::close(socket);
  return error;
}

int first_unprivileged_port() {
  int first = 1024;
  std::ifstream("/proc/sys/net/ipv4/ip_unprivileged_port_start") >> first;
  return first;
}

constexpr const char* privileged_advice =
    "use a higher port, or give the service CAP_NET_BIND_SERVICE (AmbientCapabilities= and "
    "CapabilityBoundingSet= in its unit)";

/// For an address at which no Blotter responds; `problem` is what responded instead, if anything.
Check check_no_blotter(const std::string& name, const std::string& listen, const char* option,
                       const std::string& problem) {
  const auto [host, port] = parse_listen(listen, option);
  if (port == 0) return {name, Status::ok, listen + " is any free port"};
  boost::system::error_code failure;
  const auto address = http::resolve(host, port, failure);
  if (failure) {
    return {name, Status::error, fmt::format("{}: {}", listen, failure.message()),
            fmt::format("correct {}", option)};
  }
  switch (const int error = try_to_bind(address)) {
    case 0: break;
    case EADDRINUSE:
      return {name, Status::error,
              fmt::format("{} is in use by another program{}{}", listen,
                          problem.empty() ? "" : ": ", problem),
              fmt::format("stop that program, or change {}; ss -ltnp 'sport = :{}' shows it",
                          option, port)};
    case EACCES:
      return {name, Status::error, fmt::format("only root may listen on {}", listen),
              privileged_advice};
    case EADDRNOTAVAIL:
      return {name, Status::error, fmt::format("{} is not an address of this machine", listen),
              fmt::format("list them with ip address, and correct {}", option)};
    default:
      return {name, Status::error, fmt::format("{}: {}", listen, std::strerror(error)),
              fmt::format("correct {}", option)};
  }
  if (port < first_unprivileged_port()) {
    return {name, Status::warning,
            fmt::format("{} is free, but only root may listen on it", listen), privileged_advice};
  }
  return {name, Status::ok, listen + " is free"};
}

}  // namespace

Check check_port(const ServeOptions& options, const RunningServer& server) {
  switch (server.state) {
    case State::blotter:
      return {"port", Status::ok,
              fmt::format("Blotter {} is running on {}", server.version, options.listen)};
    case State::other_transport:
      return {"port", Status::error,
              fmt::format("Blotter {} is running on {}, but {} TLS", server.version, options.listen,
                          options.tls_cert.empty() ? "with" : "without"),
              "restart it with these options"};
    case State::none:
    case State::silent:
    case State::other_program: break;
  }
  return check_no_blotter("port", options.listen, "--listen", server.problem);
}

Check check_metrics_port(const ServeOptions& options, const RunningServer& server) {
  const std::string& listen = options.metrics_listen;
  const auto request = request_to_health_pages(options, "/healthz");
  std::string problem;
  if (server.state == State::blotter && request.port != 0) {
    try {
      if (http::get(request).status == 200) {
        return {"metrics port", Status::ok, "the health pages are on " + listen};
      }
      problem = "it is another HTTP server";
    } catch (const http::ClientError& error) {
      if (error.cause() == http::ClientError::Cause::refused) {
        return {"metrics port", Status::error,
                fmt::format("Blotter is running, but no server listens on {}", listen),
                "restart it with these options"};
      }
      problem = error.what();
    }
  }
  return check_no_blotter("metrics port", listen, "--metrics-listen", problem);
}

Check check_server(const ServeOptions& options, const RunningServer& server) {
  if (server.state != State::blotter) {
    return {"server", Status::ok, "not running with these options", "start it with blotter serve"};
  }
  const auto request = request_to_health_pages(options, "/readyz");
  const std::string page = origin_of(request) + request.target;
  try {
    const auto response = http::get(request);
    if (response.status == 404) {
      return {"server", Status::error, fmt::format("{} returns 404", page),
              "the server runs with --metrics-listen: use the same option here"};
    }
    if (response.status != 200) {
      return {"server", Status::error,
              fmt::format("{} returns {}: its store does not respond", page, response.status),
              "see the server's log for the cause"};
    }
  } catch (const http::ClientError& error) {
    return {"server", Status::error, fmt::format("{}: {}", page, error.what()),
            "see the server's log"};
  }
  if (server.version != BLOTTER_VERSION) {
    return {"server", Status::warning,
            fmt::format("ready, but version {} and this program is {}", server.version,
                        BLOTTER_VERSION),
            "restart it to run the installed version"};
  }
  return {"server", Status::ok, fmt::format("ready, version {}", server.version)};
}

Check check_descriptors(const ServeOptions& options) {
  // The server does the same when it starts; here it affects only this process.
  const auto budget = http::raise_descriptor_limit(options.max_connections);
  if (budget.warning) {
    return {"descriptors", Status::warning, *budget.warning,
            "with systemd set LimitNOFILE, or lower --max-connections"};
  }
  return {"descriptors", Status::ok,
          fmt::format("enough file descriptors for {} connections", options.max_connections)};
}

}  // namespace blotter::app::doctor
