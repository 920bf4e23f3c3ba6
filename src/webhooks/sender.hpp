// Sends the events of all guilds to their webhooks, if this instance is the one that does.
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/ids.hpp"
#include "base/random.hpp"
#include "operations/outbound.hpp"
#include "storage/store.hpp"
#include "webhooks/lease_keeper.hpp"
#include "webhooks/target.hpp"

namespace blotter::webhooks {

/// Learns what is sent, for the metrics.
class SenderObserver {
 public:
  virtual ~SenderObserver() = default;
  virtual void on_attempt(bool is_delivered, std::chrono::milliseconds took) = 0;
  virtual void on_disabled() = 0;
  /// Whether this instance is the one that sends.
  virtual void on_role(bool is_sender) = 0;
};

struct SenderSources {
  const Clock& clock;
  Random& random;
  IdSource& ids;
};

/// Each webhook has at most one request at a time, so that its events arrive in order, and none
/// waits for the receiver of another. What was sent is stored before the next request, so that a
/// crash repeats one request at most.
class Sender {
 public:
  Sender(Store& store, Outbound& outbound, SenderSources sources, SenderObserver& observer);
  ~Sender() { stop(); }
  Sender(const Sender&) = delete;
  Sender& operator=(const Sender&) = delete;

  void start();
  /// Ends the requests in progress and lets another instance continue at once.
  void stop();

 private:
  using SteadyTime = std::chrono::steady_clock::time_point;
  using Key = std::pair<std::string, WebhookId>;

  void run();
  void work();
  void finish();
  void load(SteadyTime now);
  void update(const WebhookToSend& stored);
  void forget_all();
  void send_next(const std::shared_ptr<Target>& target, SteadyTime now);
  void send(const std::shared_ptr<Target>& target, std::vector<Sending> batch);
  std::vector<Sending> next_batch(Target& target);
  std::vector<Sending> due_retries(Target& target);
  void read_events(Target& target);
  bool refresh(Target& target);
  bool take_over(Target& target, const std::optional<Webhook>& stored);
  void take_outcomes();
  void take(const Outcome& outcome);
  void store_position(Target& target);
  [[nodiscard]] SteadyTime next_time() const;

  /// What other threads tell the sender. Requests share it, because they may end after the sender.
  struct Inbox {
    void wake();

    std::mutex mutex;
    std::condition_variable changed;
    bool is_stopping = false;
    bool is_woken = false;
    std::vector<Outcome> outcomes;
  };

  Store& store_;
  Outbound& outbound_;
  const SenderSources sources_;
  SenderObserver& observer_;
  LeaseKeeper lease_;
  std::map<Key, std::shared_ptr<Target>> targets_;
  SteadyTime next_load_{};
  std::vector<Outcome> outcomes_;  // not stored yet
  bool has_failed_ = false;

  const std::shared_ptr<Inbox> inbox_ = std::make_shared<Inbox>();
  std::thread thread_;
};

}  // namespace blotter::webhooks
