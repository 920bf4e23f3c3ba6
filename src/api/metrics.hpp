// Metrics for operators, in the text format of Prometheus.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "operations/operation.hpp"

namespace blotter::api {

/// Called for each scrape.
struct Gauges {
  std::function<double()> write_queue_depth;
  std::function<double()> open_connections;
  std::function<double()> storage_bytes;
  std::function<double()> open_streams;
};

class Metrics {
 public:
  explicit Metrics(std::span<const Operation> operations = blotter::operations());
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  /// `operation` is null if the request reached no operation.
  void count(const Operation* operation, unsigned status, std::chrono::nanoseconds took);
  void count_commit(std::size_t changes);
  /// A response from the cache; count() counts it as a request too.
  void count_cached();
  /// `lag` is the age of the oldest of the events, unless they are history.
  void count_stream_events(std::size_t events, std::optional<std::chrono::milliseconds> lag);
  void count_cut_off();
  /// An attempt to deliver events to a webhook.
  void count_webhook_attempt(bool is_delivered, std::chrono::milliseconds took);
  void count_webhook_disabled();
  /// Whether this instance is the one that sends.
  void set_webhook_sender(bool is_sender);
  [[nodiscard]] std::string text(const Gauges& gauges);

 private:
  struct Families;
  std::unique_ptr<Families> families_;
};

class StreamMetrics final : public StreamObserver {
 public:
  StreamMetrics(Metrics& metrics, const Clock& clock) : metrics_(metrics), clock_(clock) {}

  void on_events_sent(std::size_t events, std::optional<std::chrono::milliseconds> lag) override {
    metrics_.count_stream_events(events, lag);
  }
  void on_cut_off() override { metrics_.count_cut_off(); }
  [[nodiscard]] Timestamp now() const override { return clock_.now(); }

 private:
  Metrics& metrics_;
  const Clock& clock_;
};

}  // namespace blotter::api
