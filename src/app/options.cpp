#include "app/options.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace blotter::app {
namespace {

/// A number within bounds, or a sentence that says so.
CLI::Validator in_range(double least, double most) {
  return CLI::Validator(
      [=](const std::string& text) {
        double number = 0;
        if (CLI::detail::lexical_cast(text, number) && number >= least && number <= most) {
          return std::string();
        }
        return fmt::format("must be a number from {} to {}, not {}", least, most, text);
      },
      fmt::format("{}-{}", least, most));
}

std::string environment_name(const std::string& long_name) {
  std::string name = "BLOTTER_" + long_name;
  for (char& c : name) {
    c = c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return name;
}

/// `--config FILE` or `--config=FILE`; the file must be known before the rest is parsed.
std::string config_path(int argument_count, const char* const* arguments) {
  constexpr std::string_view name = "--config";
  for (int i = 1; i < argument_count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument == name && i + 1 < argument_count) return arguments[i + 1];
    if (argument.starts_with(name) && argument.substr(name.size()).starts_with('=')) {
      return std::string(argument.substr(name.size() + 1));
    }
  }
  const char* from_environment = std::getenv("BLOTTER_CONFIG");
  return from_environment == nullptr ? "" : from_environment;
}

}  // namespace

void add_serve_options(CLI::App& command, ServeOptions& o) {
  command.add_option("--listen", o.listen, "Address and port to serve on; port 0 takes a free one");
  command.add_option("--store", o.store,
                     "Where the records are: sqlite:PATH or postgres://USER@HOST/DATABASE");
  command.add_flag("--demo", o.demo, "Fill the guild `demo` if it is new, and print a key for it");
  command.add_option("--demo-seed", o.demo_seed, "The same seed makes the same demo guild");
  command.add_option("--threads", o.threads, "I/O threads; 0 is one per core")
      ->check(in_range(0, 256));
  command.add_option("--penalty-limit", o.penalty_limit,
                     "Bound on fines, fees and sentences: off, max:5000 or min:5000");
  command.add_option("--rate-limit", o.rate_limit, "Requests per second and key; 0 is no limit")
      ->check(in_range(0, 1'000'000));
  command.add_option("--tls-cert", o.tls_cert, "PEM file with the certificate chain, for HTTPS");
  command.add_option("--tls-key", o.tls_key, "PEM file with its private key");
  command.add_option("--metrics-listen", o.metrics_listen,
                     "Serve /healthz, /readyz and /metrics here instead");
  command.add_option("--log", o.log, "Form of the log on standard error: text or json")
      ->check(CLI::IsMember({"text", "json"}));
  command
      .add_option("--read-timeout", o.read_timeout_seconds,
                  "Seconds in which a head, and again a body, must arrive")
      ->check(in_range(0.1, 3600));
  command
      .add_option("--idle-timeout", o.idle_timeout_seconds,
                  "Seconds that a connection may wait between requests")
      ->check(in_range(0.1, 86400));
  command.add_option("--max-connections", o.max_connections, "Connections at a time")
      ->check(in_range(1, 1'000'000));
  command.add_option("--queue-size", o.queue_size, "Changes that may wait for the disk")
      ->check(in_range(1, 1'000'000));
  command.add_option("--commit-batch", o.commit_batch, "Changes that may share one commit")
      ->check(in_range(1, 100'000));
  command
      .add_option("--cache", o.cache_megabytes,
                  "Megabytes for finished answers, with SQLite; 0 keeps none")
      ->check(in_range(0, 1'000'000));
  command.add_option("--pool-size", o.pool_size, "Connections to PostgreSQL at a time")
      ->check(in_range(4, 1000));
  command
      .add_option("--store-timeout", o.store_timeout_seconds,
                  "Seconds that a request may wait for PostgreSQL")
      ->check(in_range(0.1, 600));
  command.add_option("--config", o.config, "TOML file with lines such as: store = \"sqlite:x.db\"");
  for (CLI::Option* option : command.get_options()) {
    if (option->get_lnames().empty() || option->get_lnames().front() == "help") continue;
    option->envname(environment_name(option->get_lnames().front()));
    option->capture_default_str();
  }
}

void apply_config_file(CLI::App& command, int argument_count, const char* const* arguments) {
  const std::string path = config_path(argument_count, arguments);
  if (path.empty()) return;
  std::ifstream file(path);
  if (!file) throw std::runtime_error(fmt::format("cannot read the configuration file {}", path));
  for (const CLI::ConfigItem& item : CLI::ConfigTOML().from_config(file)) {
    if (item.name == "++" || item.name == "--") {  // how the library marks a section's ends
      throw std::runtime_error(fmt::format("{}: sections such as [serve] are not used here", path));
    }
    CLI::Option* option = command.get_option_no_throw("--" + item.fullname());
    if (option == nullptr || item.fullname() == "config" || item.inputs.size() != 1) {
      throw std::runtime_error(fmt::format("{}: there is no option {}", path, item.fullname()));
    }
    try {
      option->default_val(item.inputs.front());
    } catch (const CLI::Error& error) {
      throw std::runtime_error(fmt::format("{}: {}", path, error.what()));
    }
  }
}

HostPort parse_listen(const std::string& text, const char* option) {
  const std::size_t colon = text.rfind(':');
  std::string host = text.substr(0, std::min(colon, text.size()));
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  std::uint16_t port = 0;
  if (colon != std::string::npos && !host.empty()) {
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, port);
    if (error == std::errc{} && rest == end) return {host, port};
  }
  throw std::runtime_error(
      fmt::format("{} must be ADDRESS:PORT, such as 127.0.0.1:8080, not {}", option, text));
}

}  // namespace blotter::app
