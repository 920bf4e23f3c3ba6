#include "api/metrics.hpp"

#include <string>
#include <utility>

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include "api/request_counts.hpp"

namespace blotter::api {
namespace {

const prometheus::Histogram::BucketBoundaries batch_buckets{1, 2, 4, 8, 16, 32, 64, 128, 256, 512};

const prometheus::Histogram::BucketBoundaries lag_buckets{0.005, 0.01, 0.025, 0.05, 0.1, 0.25,
                                                          0.5,   1,    2.5,   5,    10};

prometheus::Counter& counter(prometheus::Registry& registry, const char* name, const char* help) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(registry).Add({});
}

prometheus::Gauge& gauge(prometheus::Registry& registry, const char* name, const char* help) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(registry).Add({});
}

}  // namespace

struct Metrics::Families {
  explicit Families(std::span<const Operation> operations) : requests(operations) {}

  prometheus::Registry registry;
  RequestCounts requests;
  prometheus::Histogram& batch = prometheus::BuildHistogram()
                                     .Name("blotter_write_batch_size")
                                     .Help("Changes that shared one commit")
                                     .Register(registry)
                                     .Add({}, batch_buckets);
  prometheus::Gauge& queue =
      gauge(registry, "blotter_write_queue_depth", "Changes waiting for the writer");
  prometheus::Gauge& connections =
      gauge(registry, "blotter_open_connections", "Open client connections");
  prometheus::Gauge& storage = gauge(registry, "blotter_storage_bytes", "Size of the store");
  prometheus::Gauge& streams =
      gauge(registry, "blotter_open_streams", "Open streams of /api/events");
  prometheus::Counter& stream_events =
      counter(registry, "blotter_stream_events_total", "Events sent in streams");
  prometheus::Counter& cut_off = counter(registry, "blotter_streams_cut_off_total",
                                         "Streams ended because their client was too slow");
  prometheus::Histogram& stream_lag =
      prometheus::BuildHistogram()
          .Name("blotter_stream_lag_seconds")
          .Help("From the change until its event is given to a connection")
          .Register(registry)
          .Add({}, lag_buckets);
  prometheus::Family<prometheus::Counter>& webhook_attempts =
      prometheus::BuildCounter()
          .Name("blotter_webhook_attempts_total")
          .Help("Attempts to deliver events to webhooks")
          .Register(registry);
  prometheus::Counter& webhook_delivered = webhook_attempts.Add({{"outcome", "delivered"}});
  prometheus::Counter& webhook_failed = webhook_attempts.Add({{"outcome", "failed"}});
  prometheus::Histogram& webhook_time = prometheus::BuildHistogram()
                                            .Name("blotter_webhook_attempt_seconds")
                                            .Help("How long receivers of webhooks take to reply")
                                            .Register(registry)
                                            .Add({}, lag_buckets);
  prometheus::Counter& webhooks_disabled =
      counter(registry, "blotter_webhooks_disabled_total",
              "Webhooks disabled because their receivers did not accept events");
  prometheus::Gauge& webhook_sender = gauge(registry, "blotter_webhook_sender",
                                            "1 if this instance sends the webhooks, otherwise 0");
};

Metrics::Metrics(std::span<const Operation> operations)
    : families_(std::make_unique<Families>(operations)) {}
Metrics::~Metrics() = default;

void Metrics::count(const Operation* operation, unsigned status, std::chrono::nanoseconds took) {
  families_->requests.count(operation, status, took);
}

void Metrics::count_commit(std::size_t changes) {
  families_->batch.Observe(static_cast<double>(changes));
}

void Metrics::count_cached() { families_->requests.count_cached(); }

void Metrics::count_stream_events(std::size_t events,
                                  std::optional<std::chrono::milliseconds> lag) {
  families_->stream_events.Increment(static_cast<double>(events));
  if (lag) families_->stream_lag.Observe(std::chrono::duration<double>(*lag).count());
}

void Metrics::count_cut_off() { families_->cut_off.Increment(); }

void Metrics::count_webhook_attempt(bool is_delivered, std::chrono::milliseconds took) {
  (is_delivered ? families_->webhook_delivered : families_->webhook_failed).Increment();
  families_->webhook_time.Observe(std::chrono::duration<double>(took).count());
}

void Metrics::count_webhook_disabled() { families_->webhooks_disabled.Increment(); }

void Metrics::set_webhook_sender(bool is_sender) {
  families_->webhook_sender.Set(is_sender ? 1 : 0);
}

std::string Metrics::text(const Gauges& gauges) {
  families_->queue.Set(gauges.write_queue_depth());
  families_->connections.Set(gauges.open_connections());
  families_->storage.Set(gauges.storage_bytes());
  families_->streams.Set(gauges.open_streams());
  auto all = families_->requests.collect();
  for (auto& family : families_->registry.Collect()) all.push_back(std::move(family));
  return prometheus::TextSerializer().Serialize(all);
}

}  // namespace blotter::api
