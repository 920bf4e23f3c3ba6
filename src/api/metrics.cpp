#include "api/metrics.hpp"

#include <array>
#include <atomic>
#include <string>

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

namespace blotter::api {
namespace {

constexpr unsigned status_max = 600;

const prometheus::Histogram::BucketBoundaries seconds_buckets{
    0.00001, 0.00003, 0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3};
const prometheus::Histogram::BucketBoundaries batch_buckets{1, 2, 4, 8, 16, 32, 64, 128, 256, 512};

prometheus::Gauge& gauge(prometheus::Registry& registry, const char* name, const char* help) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(registry).Add({});
}

}  // namespace

struct Metrics::Families {
  prometheus::Registry registry;
  prometheus::Family<prometheus::Counter>& requests =
      prometheus::BuildCounter()
          .Name("blotter_requests_total")
          .Help("Requests answered, by operation and status")
          .Register(registry);
  prometheus::Family<prometheus::Histogram>& seconds =
      prometheus::BuildHistogram()
          .Name("blotter_request_seconds")
          .Help("From the whole request to its answer, by operation")
          .Register(registry);
  prometheus::Histogram& batch = prometheus::BuildHistogram()
                                     .Name("blotter_write_batch_size")
                                     .Help("Changes that shared one commit")
                                     .Register(registry)
                                     .Add({}, batch_buckets);
  prometheus::Counter& cached = prometheus::BuildCounter()
                                    .Name("blotter_cached_answers_total")
                                    .Help("Requests answered from memory")
                                    .Register(registry)
                                    .Add({});
  prometheus::Gauge& queue =
      gauge(registry, "blotter_write_queue_depth", "Changes that wait for the writer");
  prometheus::Gauge& connections =
      gauge(registry, "blotter_open_connections", "Open client connections");
  prometheus::Gauge& storage = gauge(registry, "blotter_storage_bytes", "Size of the store");

  /// The library finds a counter by its labels under a lock, so what was found is kept.
  struct Row {
    std::array<std::atomic<prometheus::Counter*>, status_max> by_status{};
    std::atomic<prometheus::Histogram*> seconds{nullptr};
  };
  std::vector<Row> rows{operations().size() + 1};

  static std::size_t index(const Operation* operation) {
    return operation == nullptr ? operations().size()
                                : static_cast<std::size_t>(operation - operations().data());
  }
  static std::string label(const Operation* operation) {
    return operation == nullptr ? "none" : std::string(operation->id);
  }

  prometheus::Counter& counter(const Operation* operation, unsigned status) {
    auto& slot = rows[index(operation)].by_status.at(status);
    prometheus::Counter* known = slot.load(std::memory_order_acquire);
    if (known == nullptr) {
      known = &requests.Add({{"operation", label(operation)}, {"status", std::to_string(status)}});
      slot.store(known, std::memory_order_release);
    }
    return *known;
  }

  prometheus::Histogram& histogram(const Operation* operation) {
    auto& slot = rows[index(operation)].seconds;
    prometheus::Histogram* known = slot.load(std::memory_order_acquire);
    if (known == nullptr) {
      known = &seconds.Add({{"operation", label(operation)}}, seconds_buckets);
      slot.store(known, std::memory_order_release);
    }
    return *known;
  }
};

Metrics::Metrics() : families_(std::make_unique<Families>()) {}
Metrics::~Metrics() = default;

void Metrics::count(const Operation* operation, unsigned status, std::chrono::nanoseconds took) {
  families_->counter(operation, status).Increment();
  families_->histogram(operation).Observe(std::chrono::duration<double>(took).count());
}

void Metrics::count_commit(std::size_t changes) {
  families_->batch.Observe(static_cast<double>(changes));
}

void Metrics::count_cached() { families_->cached.Increment(); }

std::string Metrics::text(const Gauges& gauges) {
  families_->queue.Set(gauges.write_queue_depth());
  families_->connections.Set(gauges.open_connections());
  families_->storage.Set(gauges.storage_bytes());
  return prometheus::TextSerializer().Serialize(families_->registry.Collect());
}

}  // namespace blotter::api
