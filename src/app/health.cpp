#include "app/health.hpp"

#include <cstdlib>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/local_server.hpp"
#include "app/options.hpp"

namespace blotter::app {
namespace {

constexpr double timeout_seconds_min = 0.1;
constexpr double timeout_seconds_max = 60;

struct HealthOptions {
  ServeOptions serve;
  double timeout_seconds = 3;
};

/// Prints one line; false when the server is not ready.
bool report_health(const HealthOptions& options) {
  auto request = request_to_health_pages(options.serve, "/readyz");
  request.time_max = from_seconds(options.timeout_seconds);
  const std::string page = origin_of(request) + request.target;
  if (request.port == 0) {
    throw std::runtime_error("port 0 is any free port: give the port of the server with --listen");
  }
  try {
    const auto response = http::get(request);
    const bool is_ready = response.status == 200;
    std::cout << fmt::format("{}: {} returned {}\n", is_ready ? "ready" : "not ready", page,
                             response.status);
    return is_ready;
  } catch (const http::ClientError& error) {
    std::cout << fmt::format("not ready: {}: {}\n", page, error.what());
    return false;
  }
}

}  // namespace

void add_health_command(CLI::App& program, int& exit_code) {
  const auto options = std::make_shared<HealthOptions>();
  CLI::App* command = program.add_subcommand("health", "Check whether a running server is ready");
  add_serve_options(*command, options->serve);
  show_only(*command, {"listen", "metrics-listen", "tls-cert", "config"});
  command->add_option("--timeout", options->timeout_seconds, "Seconds to wait for the response")
      ->type_name("SECONDS")
      ->group("Health")
      ->check(seconds_within(timeout_seconds_min, timeout_seconds_max))
      ->capture_default_str();
  command->footer(
      "It requests /readyz from the address on which blotter serve listens with the same options, "
      "environment and configuration file. Exit code 0 means ready, 1 not ready.\n"
      "Examples:\n"
      "  blotter health\n"
      "  blotter health --config /etc/blotter/blotter.toml\n"
      "  blotter health --listen 127.0.0.1:8443 --tls-cert fullchain.pem --timeout 1");
  command->callback([options, &exit_code] {
    if (!report_health(*options)) exit_code = EXIT_FAILURE;
  });
}

}  // namespace blotter::app
