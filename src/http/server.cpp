#include "http/server.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "http/connection_count.hpp"
#include "http/descriptors.hpp"
#include "http/listener.hpp"
#include "http/tls.hpp"
#include "http/worker.hpp"

namespace blotter::http {

class Server::Impl {
 public:
  Impl(ServerOptions options, Handler& handler) : options_(std::move(options)), handler_(handler) {}
  ~Impl() { stop(std::chrono::milliseconds{0}); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void start() {
    auto budget = raise_descriptor_limit(options_.limits.connections_max);
    warning_ = std::move(budget.warning);
    if (options_.tls) tls_.emplace(make_tls_context(*options_.tls));
    // start() may be called again after it failed; the listener refers to the workers and to
    // connection_count_, so it goes first.
    listener_.reset();
    workers_.clear();
    connection_count_.emplace(budget.connections, options_.limits.handshakes_max);
    for (unsigned count = 0; count < std::max(options_.threads, 1U); ++count) {
      workers_.push_back(std::make_shared<Worker>(handler_, options_.limits));
    }
    listener_.emplace(workers_, *connection_count_, tls_ ? &*tls_ : nullptr);
    listener_->listen(options_.address, options_.port);
    listener_->start();
    running_ = workers_.size();
    for (const auto& worker : workers_) threads_.emplace_back([this, worker] { run(*worker); });
  }

  void stop(std::chrono::milliseconds time_max) {
    if (threads_.empty()) return;
    listener_->stop();
    // Connections that were accepted before are ahead of this in each worker's queue.
    for (const auto& worker : workers_) worker->drain();
    if (!wait_for_workers(time_max)) {
      for (const auto& worker : workers_) worker->abort_all();
    }
    for (auto& thread : threads_) thread.join();
    threads_.clear();
  }

  [[nodiscard]] const std::optional<std::string>& warning() const { return warning_; }
  [[nodiscard]] std::uint16_t port() const { return listener_ ? listener_->port() : 0; }
  [[nodiscard]] std::size_t open_connections() const {
    return connection_count_ ? connection_count_->open() : 0;
  }

 private:
  void run(Worker& worker) {
    worker.run();
    const std::lock_guard lock(mutex_);
    --running_;
    worker_ended_.notify_all();
  }

  bool wait_for_workers(std::chrono::milliseconds time_max) {
    std::unique_lock lock(mutex_);
    return worker_ended_.wait_for(lock, time_max, [this] { return running_ == 0; });
  }

  const ServerOptions options_;
  Handler& handler_;
  std::optional<std::string> warning_;
  std::optional<ConnectionCount> connection_count_;
  std::optional<boost::asio::ssl::context> tls_;
  std::vector<std::shared_ptr<Worker>> workers_;
  std::optional<Listener> listener_;
  std::vector<std::thread> threads_;

  std::mutex mutex_;
  std::condition_variable worker_ended_;
  std::size_t running_ = 0;
};

void check(const std::vector<ServerOptions>& servers) {
  AddressCheck addresses;
  for (const ServerOptions& server : servers) {
    if (server.tls) make_tls_context(*server.tls);
    addresses.add(server.address, server.port);
  }
}

Server::Server(ServerOptions options, Handler& handler)
    : impl_(std::make_unique<Impl>(std::move(options), handler)) {}
Server::~Server() = default;

void Server::start() { impl_->start(); }
const std::optional<std::string>& Server::warning() const { return impl_->warning(); }
std::uint16_t Server::port() const { return impl_->port(); }
std::size_t Server::open_connections() const { return impl_->open_connections(); }
void Server::stop(std::chrono::milliseconds time_max) { impl_->stop(time_max); }

}  // namespace blotter::http
