#include "app/options.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "admin/duration.hpp"
#include "admin/store_arguments.hpp"
#include "admin/value_checks.hpp"
#include "admin/webhook_allow.hpp"
#include "app/command_facts.hpp"

namespace blotter::app {
namespace {

using admin::checked_by;
using admin::in_range;

CLI::Validator one_of(std::vector<std::string> choices) {
  return checked_by([choices = std::move(choices)](const std::string& text) {
    if (std::ranges::find(choices, text) != choices.end()) return std::string();
    return fmt::format("must be {}, not {}", alternatives(choices), text);
  });
}

/// Checks a value with `parse`, which throws a sentence that begins with the option's name.
template <class Parse>
CLI::Validator parsed_by(const char* option, Parse parse) {
  return checked_by([=](const std::string& text) {
    try {
      parse(text);
      return std::string();
    } catch (const std::runtime_error& error) {
      return std::string(error.what()).substr(std::string_view(option).size() + 1);
    }
  });
}

std::string environment_name(const std::string& long_name) {
  std::string name = "BLOTTER_" + long_name;
  for (char& c : name) {
    c = c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return name;
}

/// A group of options that take a value.
class Group {
 public:
  Group(CLI::App& command, const char* heading) : command_(command), heading_(heading) {}

  template <class T>
  CLI::Option* add(const char* name, T& variable, const char* value, const std::string& text) {
    return command_.add_option(name, variable, text)->type_name(value)->group(heading_);
  }

  template <class T>
  void add_number(const char* name, T& variable, const char* value, const std::string& text,
                  std::type_identity_t<T> least, std::type_identity_t<T> most) {
    add(name, variable, value, fmt::format("{} ({} to {})", text, least, most))
        ->check(in_range(least, most));
  }

 private:
  CLI::App& command_;
  const char* heading_;
};

void add_server_options(CLI::App& command, ServeOptions& o) {
  Group server(command, "Server");
  server
      .add("--listen", o.listen, "ADDRESS:PORT",
           "Address and port to listen on; port 0 is any free port")
      ->check(parsed_by("--listen", [](auto& text) { parse_listen(text, "--listen"); }));
  server.add_number("--threads", o.threads, "N", "I/O threads; 0 is one per core", 0, 256);
}

void add_storage_options(CLI::App& command, ServeOptions& o) {
  Group storage(command, "Storage");
  storage
      .add("--store", o.store, "STORE",
           "Where the records are: sqlite:PATH or postgres://USER@HOST/DATABASE")
      ->check(admin::store_url());
  storage.add_number("--cache", o.cache_megabytes, "MEGABYTES",
                     "Megabytes of memory for cached responses, with SQLite; 0 is no cache", 0,
                     1'000'000);
  storage.add_number("--commit-batch", o.commit_batch, "N", "Changes that may share one commit", 1,
                     100'000);
  storage.add_number("--pool-size", o.pool_size, "N", "Connections to PostgreSQL at a time", 4,
                     1000);
  storage.add_number("--store-timeout", o.store_timeout_seconds, "SECONDS",
                     "Seconds that a request may wait for PostgreSQL", 0.1, 600);
}

void add_undo_options(CLI::App& command, ServeOptions& o) {
  Group undo(command, "Undo");
  undo.add("--keep-deleted", o.keep_deleted, "DURATION",
           "How long deleted records can be restored: 30d, 12h, 45m or 10s; 0 is not at all")
      ->check(checked_by([](const std::string& text) {
        if (text == "0") return std::string();
        const auto duration = admin::parse_duration(text);
        return duration ? std::string() : duration.error() + ", or 0";
      }));
}

void add_tls_options(CLI::App& command, ServeOptions& o) {
  Group tls(command, "TLS");
  tls.add("--tls-cert", o.tls_cert, "FILE",
          "PEM file with the certificate and its chain; serves HTTPS");
  tls.add("--tls-key", o.tls_key, "FILE", "PEM file with the private key of the certificate");
}

void add_limit_options(CLI::App& command, ServeOptions& o) {
  Group limits(command, "Limits");
  limits.add_number("--max-connections", o.max_connections, "N",
                    "Connections that may be open at a time", 1, 1'000'000);
  limits.add_number("--streams-max", o.streams_max, "N",
                    "Streams of events that may be open at a time", 0, 1'000'000);
  limits.add_number("--read-timeout", o.read_timeout_seconds, "SECONDS",
                    "Seconds to wait for the head of a request, and again for its body", 0.1, 3600);
  limits.add_number("--idle-timeout", o.idle_timeout_seconds, "SECONDS",
                    "Seconds that a connection may be idle between requests", 0.1, 86400);
  limits.add_number("--queue-size", o.queue_size, "N", "Changes that may wait to be written", 1,
                    1'000'000);
  limits.add_number("--rate-limit", o.rate_limit, "N",
                    "Requests per second and API key; 0 is no limit", 0, 1'000'000);
  limits
      .add("--penalty-limit", o.penalty_limit, "LIMIT",
           "Limit for fines, fees and sentences: off, max:5000 or min:5000")
      ->check(checked_by([](const std::string& text) {
        const auto limit = PenaltyLimit::parse(text);
        return limit ? std::string() : limit.error();
      }));
}

void add_webhook_options(CLI::App& command, ServeOptions& o) {
  Group webhooks(command, "Webhooks");
  CLI::Option* allow =
      webhooks.add("--webhook-allow", o.webhook_allow, "ADDRESSES", admin::webhook_allow_text);
  admin::set_webhook_allow(*allow);
}

void add_logging_options(CLI::App& command, ServeOptions& o) {
  Group logging(command, "Logging and metrics");
  logging.add("--log", o.log, "text|json", "Format of the log on standard error")
      ->check(one_of({"text", "json"}));
  logging
      .add("--metrics-listen", o.metrics_listen, "ADDRESS:PORT",
           "Serve /healthz, /readyz and /metrics here instead of on the main address")
      ->check(parsed_by("--metrics-listen", [](auto& text) {
        if (!text.empty()) parse_listen(text, "--metrics-listen");
      }));
}

void add_demo_options(CLI::App& command, ServeOptions& o) {
  constexpr const char* heading = "Demo";
  command
      .add_flag("--demo", o.demo,
                "Create a guild named demo with made-up records and print an API key for it; "
                "do not use it with a production store")
      ->group(heading);
  Group(command, heading)
      .add("--demo-seed", o.demo_seed, "N",
           "Seed of the demo guild; the same seed creates the same records")
      ->check(in_range(std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max()));
}

}  // namespace

void add_serve_options(CLI::App& command, ServeOptions& o) {
  add_server_options(command, o);
  add_storage_options(command, o);
  add_undo_options(command, o);
  add_tls_options(command, o);
  add_limit_options(command, o);
  add_webhook_options(command, o);
  add_logging_options(command, o);
  add_demo_options(command, o);
  command.add_option("--config", o.config, admin::config_text)->type_name("FILE");
  for (CLI::Option* option : command.get_options()) {
    const std::string& name = option->get_lnames().front();
    if (name == "help") continue;
    option->envname(environment_name(name));
    option->capture_default_str();
  }
}

void show_only(CLI::App& command, std::initializer_list<std::string_view> names) {
  for (CLI::Option* option : command.get_options()) {
    const std::string& name = option->get_lnames().front();
    if (name != "help" && std::ranges::find(names, name) == names.end()) option->group("");
  }
}

CLI::Validator seconds_within(double least, double most) { return in_range(least, most); }

std::chrono::milliseconds from_seconds(double seconds) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::duration<double>(seconds));
}

std::optional<std::string> conflict_in(const ServeOptions& options) {
  if (options.tls_cert.empty() == options.tls_key.empty()) return std::nullopt;
  return "--tls-cert and --tls-key must be used together";
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
