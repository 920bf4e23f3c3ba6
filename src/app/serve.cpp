#include "app/serve.hpp"

#include <csignal>
#include <iostream>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "admin/duration.hpp"
#include "api/invitations.hpp"
#include "api/service.hpp"
#include "api/setup.hpp"
#include "app/clock_difference.hpp"
#include "app/demo_access.hpp"
#include "app/housekeeping.hpp"
#include "app/start_message.hpp"
#include "app/term_clock.hpp"
#include "base/log.hpp"
#include "http/embedded_files.hpp"
#include "http/server.hpp"
#include "storage/open_store.hpp"
#include "webhooks/http_client.hpp"
#include "webhooks/sender.hpp"

namespace blotter::app {
namespace {

// A shutdown may take 10 s; the rest is for noticing the signal and closing the store.
constexpr auto stop_timeout = std::chrono::seconds(7);

/// Blocks the signals that end the program before any thread starts, so that only `wait` gets them.
class StopSignals {
 public:
  StopSignals() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGTERM);
    sigaddset(&signals_, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    // A file size limit or a closed connection must be an error code, not the end of the process.
    std::signal(SIGXFSZ, SIG_IGN);
    std::signal(SIGPIPE, SIG_IGN);
  }

  /// Returns when the program should end.
  void wait() {
    int signal = 0;
    sigwait(&signals_, &signal);
  }

 private:
  sigset_t signals_{};
};

http::ServerOptions server_options(const ServeOptions& options) {
  const auto [host, port] = parse_listen(options.listen, "--listen");
  http::ServerOptions server;
  server.address = host;
  server.port = port;
  server.threads =
      options.threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : options.threads;
  if (!options.tls_cert.empty()) server.tls = http::TlsFiles{options.tls_cert, options.tls_key};
  server.limits.read_timeout = from_seconds(options.read_timeout_seconds);
  server.limits.idle_timeout = from_seconds(options.idle_timeout_seconds);
  server.limits.connections_max = options.max_connections;
  return server;
}

/// Empty when the health pages stay on the main port.
std::optional<http::ServerOptions> health_options(const ServeOptions& options) {
  if (options.metrics_listen.empty()) return std::nullopt;
  const auto [host, port] = parse_listen(options.metrics_listen, "--metrics-listen");
  http::ServerOptions server;
  server.address = host;
  server.port = port;
  return server;
}

AddressGuard address_guard(const ServeOptions& options) {
  auto guard = AddressGuard::parse(options.webhook_allow);
  if (!guard) throw std::runtime_error("--webhook-allow " + guard.error());
  return std::move(*guard);
}

/// Nothing if deleted records are not kept.
std::optional<std::chrono::milliseconds> keep_deleted(const ServeOptions& options) {
  if (options.keep_deleted == "0") return std::nullopt;
  const auto duration = admin::parse_duration(options.keep_deleted);
  if (!duration) throw std::runtime_error("--keep-deleted " + duration.error());
  return *duration;
}

api::PipelineOptions pipeline_options(const ServeOptions& options) {
  const auto limit = PenaltyLimit::parse(options.penalty_limit);
  if (!limit) throw std::runtime_error("--penalty-limit " + limit.error());
  api::PipelineOptions pipeline;
  pipeline.input.penalty_limit = *limit;
  pipeline.input.address_guard = address_guard(options);
  if (options.rate_limit > 0) pipeline.rate_limit = options.rate_limit;
  pipeline.streams_max = options.streams_max;
  pipeline.keep_deleted = keep_deleted(options);
  pipeline.cache_bytes = options.cache_megabytes * 1024 * 1024;
  return pipeline;
}

/// The system clock may have been set back since the store was last used. Smaller ids would break
/// the order of lists, and earlier times would make expired keys valid again.
void continue_after_newest_event(Store& store, MonotonicClock& clock, IdSource& ids) {
  NewestEvent newest;
  store.look_up([&](Accounts& accounts) { newest = accounts.newest_event(); });
  const Timestamp now = clock.now();
  clock.begin_at(newest.at);
  ids.start_after(newest.id);
  if (!is_set_back(now, newest.at)) return;
  log::warning("the clock is behind the newest event; new records get that event's time",
               {{"clock", to_string(now)}, {"newest", to_string(newest.at)}});
}

class WebhookMetrics final : public webhooks::SenderObserver {
 public:
  explicit WebhookMetrics(api::Metrics& metrics) : metrics_(metrics) {}
  void on_attempt(bool is_delivered, std::chrono::milliseconds took) override {
    metrics_.count_webhook_attempt(is_delivered, took);
  }
  void on_disabled() override { metrics_.count_webhook_disabled(); }
  void on_role(bool is_sender) override { metrics_.set_webhook_sender(is_sender); }

 private:
  api::Metrics& metrics_;
};

bool has_guilds(Store& store) {
  bool has_any = false;
  store.look_up([&](Accounts& accounts) { has_any = !accounts.guilds().empty(); });
  return has_any;
}

}  // namespace

void serve(const ServeOptions& options) {
  log::set_format(options.log == "json" ? log::Format::json : log::Format::text);
  const auto main_options = server_options(options);
  const auto split_options = health_options(options);
  auto api_options = pipeline_options(options);

  // Before the store is created, because a failed start would leave it behind.
  std::vector servers{main_options};
  if (split_options) servers.push_back(*split_options);
  http::check(servers);

  StopSignals signals;
  // Changes that wait in the store refer to these, so they must outlive it.
  const SystemClock system_clock;
  MonotonicClock clock(system_clock);
  SystemRandom random;
  IdSource ids;
  api::Metrics metrics;
  const auto store = open_store(options.store, StoreUse::server,
                                {.write_queue_max = options.queue_size,
                                 .write_batch_max = options.commit_batch,
                                 .pool_size = options.pool_size,
                                 .time_max = from_seconds(options.store_timeout_seconds)});
  store->feed().observe([&metrics](const Commit& commit) {
    if (commit.origin == Commit::Origin::local && commit.changes > 0) {
      metrics.count_commit(commit.changes);
    }
  });
  continue_after_newest_event(*store, clock, ids);
  std::optional<DemoAccess> demo;
  if (options.demo) {
    // With the timeouts of a tool: to fill a guild takes longer than a request may wait.
    const auto tool = open_store(options.store, StoreUse::tool);
    demo = prepare_demo(*tool, options.store, options.demo_seed, clock.now());
  }

  webhooks::HttpClient outbound(address_guard(options));
  api_options.outbound = &outbound;
  api::KeyRing keys(*store);
  keys.refresh();
  api::Pipeline pipeline(api_options, *store, keys, metrics, {clock, random, ids});
  Housekeeping housekeeping(*store, keys, clock, keep_deleted(options));
  housekeeping.start(pipeline);
  api::Setup setup(*store, keys, metrics, {clock, random, ids},
                   [&](std::function<void()> task) { housekeeping.run_soon(std::move(task)); });
  api::Invitations invitations(*store, metrics, {clock, random, ids});

  http::Server* main_server = nullptr;
  api::Health health(
      *store, metrics,
      {.write_queue_depth = [&] { return static_cast<double>(store->write_queue_depth()); },
       .open_connections = [&] { return static_cast<double>(main_server->open_connections()); },
       .storage_bytes = [&] { return static_cast<double>(store->size_bytes()); },
       .open_streams = [&] { return static_cast<double>(pipeline.open_streams()); }});
  WebhookMetrics webhook_metrics(metrics);
  webhooks::Sender sender(*store, outbound, {clock, random, ids}, webhook_metrics);
  api::Service service(pipeline, split_options ? nullptr : &health,
                       http::Files(http::embedded_files()), setup, invitations, metrics);
  api::HealthService health_service(health);

  http::Server server(main_options, service);
  main_server = &server;
  server.start();
  sender.start();
  TermClock term_clock(*store, {clock, random, ids});
  term_clock.start();
  if (server.warning()) log::warning(*server.warning());
  std::optional<http::Server> health_server;
  if (split_options) {
    health_server.emplace(*split_options, health_service);
    health_server->start();
  }

  std::cout << fmt::format("Blotter {} listening on {}\n", BLOTTER_VERSION,
                           url_of(main_options, server.port()));
  if (health_server) {
    std::cout << fmt::format("Metrics on {}\n", url_of(*split_options, health_server->port()));
  }
  if (demo) print_demo(std::cout, main_options, server.port(), *demo);
  if (!has_guilds(*store)) {
    print_setup_link(std::cout, main_options, server.port(), setup.begin());
  }
  std::cout << std::flush;

  signals.wait();

  log::info("stopping");
  pipeline.stop_waiting();
  term_clock.request_stop();
  sender.stop();
  outbound.stop();
  server.stop(stop_timeout);
  if (health_server) health_server->stop(std::chrono::milliseconds(0));
  housekeeping.stop();
  term_clock.stop();
  store->stop();
  housekeeping.finish();
}

}  // namespace blotter::app
