// Sends HTTP requests with libcurl, all of them on one thread.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "domain/ip_address.hpp"
#include "operations/outbound.hpp"

namespace blotter::webhooks {

/// Connects to no address that the guard does not permit: every address is judged when a socket is
/// opened for it, whatever its name resolved to before. Follows no redirect and uses no proxy.
class HttpClient final : public Outbound {
 public:
  explicit HttpClient(AddressGuard guard);
  /// Ends the requests in progress; their `done` is called.
  ~HttpClient() override;
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  void post(HttpPost post, std::function<void(HttpReply)> done) override;
  void check(std::string url, std::function<void(std::optional<IpAddress>)> done) override;
  /// Ends the requests in progress, and those that come later.
  void stop();

 private:
  class Transfer;
  using Transfers = std::vector<std::unique_ptr<Transfer>>;

  void begin(std::unique_ptr<Transfer> transfer);
  void run();
  void start_new();
  void end_finished();
  void end_all();

  const AddressGuard guard_;
  void* const multi_;
  Transfers running_;  // only for the thread
  std::mutex mutex_;
  Transfers new_;
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace blotter::webhooks
