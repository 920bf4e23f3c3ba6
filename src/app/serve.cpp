#include "app/serve.hpp"

#include <csignal>
#include <iostream>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "api/service.hpp"
#include "api/setup.hpp"
#include "app/clock_difference.hpp"
#include "app/demo_access.hpp"
#include "app/greeting.hpp"
#include "app/housekeeping.hpp"
#include "base/log.hpp"
#include "http/embedded_files.hpp"
#include "http/server.hpp"
#include "storage/store.hpp"

namespace blotter::app {
namespace {

// A stop may take ten seconds in all; the rest is for noticing it and for closing the store.
constexpr auto stop_patience = std::chrono::seconds(7);

/// Blocks the signals that end the program before any thread starts, so that only `wait` sees them.
class EndSignals {
 public:
  EndSignals() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGTERM);
    sigaddset(&signals_, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    // A full disk quota or a client that left is an error code, not the end of the program.
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
  server.limits.read_time = from_seconds(options.read_timeout_seconds);
  server.limits.idle_time = from_seconds(options.idle_timeout_seconds);
  server.limits.connections_max = options.max_connections;
  return server;
}

/// Nothing when the health pages stay on the main port.
std::optional<http::ServerOptions> health_options(const ServeOptions& options) {
  if (options.metrics_listen.empty()) return std::nullopt;
  const auto [host, port] = parse_listen(options.metrics_listen, "--metrics-listen");
  http::ServerOptions server;
  server.address = host;
  server.port = port;
  return server;
}

api::PipelineOptions pipeline_options(const ServeOptions& options) {
  const auto limit = PenaltyLimit::parse(options.penalty_limit);
  if (!limit) throw std::runtime_error("--penalty-limit " + limit.error());
  api::PipelineOptions pipeline;
  pipeline.input.penalty_limit = *limit;
  if (options.rate_limit > 0) pipeline.rate_limit = options.rate_limit;
  pipeline.cache_bytes = options.cache_megabytes * 1024 * 1024;
  return pipeline;
}

/// The machine's clock may have been set back since the store was used last. Ids that went back
/// would put lists out of order, and times would bring expired keys to life.
void go_on_from_newest(Store& store, ForwardClock& clock, IdSource& ids) {
  NewestEvent newest;
  store.look_up([&](Accounts& accounts) { newest = accounts.newest_event(); });
  const Timestamp now = clock.now();
  clock.begin_at(newest.at);
  ids.begin_behind(newest.id);
  if (!is_set_back(now, newest.at)) return;
  log::warning("the clock is behind the newest event; until it is there, time stands still",
               {{"clock", to_string(now)}, {"newest", to_string(newest.at)}});
}

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
  const auto api_options = pipeline_options(options);

  // Before a store is made, which a start that fails would leave.
  std::vector servers{main_options};
  if (split_options) servers.push_back(*split_options);
  http::check(servers);

  EndSignals signals;
  // Changes that wait in the store refer to these, so they come before it and go after it.
  const SystemClock system_clock;
  ForwardClock clock(system_clock);
  SystemRandom random;
  IdSource ids;
  api::Metrics metrics;
  const auto store =
      open_store(options.store, StoreUse::server,
                 {.write_queue_max = options.queue_size,
                  .write_batch_max = options.commit_batch,
                  .pool_size = options.pool_size,
                  .time_max = from_seconds(options.store_timeout_seconds),
                  .on_commit = [&metrics](std::size_t changes) { metrics.count_commit(changes); }});
  go_on_from_newest(*store, clock, ids);
  std::optional<DemoAccess> demo;
  if (options.demo) {
    // With the timeouts of a tool: to fill a guild takes longer than a request may wait.
    const auto tool = open_store(options.store, StoreUse::tool);
    demo = prepare_demo(*tool, options.store, options.demo_seed, clock.now());
  }

  api::KeyRing keys(*store);
  keys.refresh();
  api::Pipeline pipeline(api_options, *store, keys, metrics, {clock, random, ids});
  Housekeeping housekeeping(*store, keys);
  housekeeping.start(pipeline);
  api::Setup setup(*store, keys, metrics, {clock, random, ids},
                   [&](std::function<void()> task) { housekeeping.run_soon(std::move(task)); });

  http::Server* main_server = nullptr;
  api::Health health(
      *store, metrics,
      {.write_queue_depth = [&] { return static_cast<double>(store->write_queue_depth()); },
       .open_connections = [&] { return static_cast<double>(main_server->open_connections()); },
       .storage_bytes = [&] { return static_cast<double>(store->size_bytes()); }});
  api::Service service(pipeline, split_options ? nullptr : &health,
                       http::Files(http::embedded_files()), setup, metrics);
  api::HealthService health_service(health);

  http::Server server(main_options, service);
  main_server = &server;
  server.start();
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
  server.stop(stop_patience);
  if (health_server) health_server->stop(std::chrono::milliseconds(0));
  housekeeping.stop();
  store->stop();
  housekeeping.finish();
}

}  // namespace blotter::app
