#include "api/metrics.hpp"

#include <string>
#include <utility>

#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include "api/request_counts.hpp"

namespace blotter::api {
namespace {

const prometheus::Histogram::BucketBoundaries batch_buckets{1, 2, 4, 8, 16, 32, 64, 128, 256, 512};

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

std::string Metrics::text(const Gauges& gauges) {
  families_->queue.Set(gauges.write_queue_depth());
  families_->connections.Set(gauges.open_connections());
  families_->storage.Set(gauges.storage_bytes());
  auto all = families_->requests.collect();
  for (auto& family : families_->registry.Collect()) all.push_back(std::move(family));
  return prometheus::TextSerializer().Serialize(all);
}

}  // namespace blotter::api
