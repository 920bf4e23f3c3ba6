// The options of `blotter serve`, from the command line, the environment or the configuration file.
#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include <CLI/App.hpp>

#include "admin/commands.hpp"
#include "base/log.hpp"
#include "domain/penalty.hpp"

namespace blotter::app {

struct ServeOptions {
  std::string config;
  std::string listen = "127.0.0.1:8080";
  std::string store = admin::default_store;
  bool demo = false;
  std::uint64_t demo_seed = 1;
  unsigned threads = 0;  // 0: one per core
  std::string penalty_limit = "off";
  std::int64_t rate_limit = 0;  // 0: off
  std::string tls_cert;
  std::string tls_key;
  std::string metrics_listen;
  std::string log = "text";
  double read_timeout_seconds = 10;
  double idle_timeout_seconds = 60;
  std::size_t max_connections = 10'000;
  std::size_t streams_max = 5'000;
  std::string webhook_allow;
  std::size_t queue_size = 10'000;
  std::size_t commit_batch = 512;
  std::size_t cache_megabytes = 192;
  std::size_t pool_size = 16;
  double store_timeout_seconds = 5;
  std::string keep_deleted = "30d";
};

/// The table of options. Each is also an environment variable: --tls-cert is BLOTTER_TLS_CERT.
void add_serve_options(CLI::App& command, ServeOptions& options);

/// For commands that take the options of `serve` to find its server: options that are not named
/// here are accepted, but not shown in the command's help.
void show_only(CLI::App& command, std::initializer_list<std::string_view> names);

/// A check of an option's value: a number of seconds within bounds.
CLI::Validator seconds_within(double least, double most);
/// The value of such an option.
std::chrono::milliseconds from_seconds(double seconds);

/// Why `serve` refuses options that are valid one by one, as a sentence.
std::optional<std::string> conflict_in(const ServeOptions& options);

struct HostPort {
  std::string host;
  std::uint16_t port;
};
/// `127.0.0.1:8080`, `[::1]:8080` or `localhost:0`. Throws std::runtime_error.
HostPort parse_listen(const std::string& text, const char* option);

}  // namespace blotter::app
