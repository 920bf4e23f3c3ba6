#include "api/request_counts.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace blotter::api {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;

}  // namespace

RequestCounts::RequestCounts(std::span<const Operation> operations) : operations_(operations) {
  for (Share& share : shares_) share.rows = std::vector<Row>(operations.size() + 1);
}

std::size_t RequestCounts::share_of_this_thread() {
  static std::atomic<std::size_t> threads{0};
  thread_local const std::size_t share = threads++ % std::tuple_size_v<decltype(shares_)>;
  return share;
}

void RequestCounts::count(const Operation* operation, unsigned status,
                          std::chrono::nanoseconds took) {
  constexpr auto relaxed = std::memory_order_relaxed;
  const auto index = operation == nullptr
                         ? operations_.size()
                         : static_cast<std::size_t>(operation - operations_.data());
  Row& row = shares_[share_of_this_thread()].rows[index];
  row.by_status.at(status - status_min).fetch_add(1, relaxed);
  const double seconds = std::chrono::duration<double>(took).count();
  const auto bound = std::lower_bound(bounds.begin(), bounds.end(), seconds);
  row.by_time[static_cast<std::size_t>(bound - bounds.begin())].fetch_add(1, relaxed);
  row.nanoseconds.fetch_add(static_cast<std::uint64_t>(took.count()), relaxed);
}

void RequestCounts::count_cached() {
  shares_[share_of_this_thread()].cached.fetch_add(1, std::memory_order_relaxed);
}

template <class Get>
std::uint64_t RequestCounts::total(Get get) const {
  std::uint64_t sum = 0;
  for (const Share& share : shares_) sum += get(share).load(std::memory_order_relaxed);
  return sum;
}

std::vector<MetricFamily> RequestCounts::collect() const {
  MetricFamily requests{.name = "blotter_requests_total",
                        .help = "Requests handled, by operation and status",
                        .type = prometheus::MetricType::Counter,
                        .metric = {}};
  MetricFamily seconds{.name = "blotter_request_seconds",
                       .help = "Time from the complete request to its response, by operation",
                       .type = prometheus::MetricType::Histogram,
                       .metric = {}};
  for (std::size_t row = 0; row <= operations_.size(); ++row) collect_row(row, requests, seconds);
  MetricFamily cached{.name = "blotter_cached_answers_total",
                      .help = "Requests answered from the response cache",
                      .type = prometheus::MetricType::Counter,
                      .metric = {ClientMetric{}}};
  cached.metric.front().counter.value =
      static_cast<double>(total([](const Share& s) -> const Number& { return s.cached; }));
  return {std::move(requests), std::move(seconds), std::move(cached)};
}

void RequestCounts::collect_row(std::size_t row, MetricFamily& requests,
                                MetricFamily& seconds) const {
  const ClientMetric::Label label{
      "operation", row < operations_.size() ? std::string(operations_[row].id) : "none"};
  for (unsigned status = status_min; status <= status_max; ++status) {
    const auto place = status - status_min;
    const auto amount =
        total([&](const Share& s) -> const Number& { return s.rows[row].by_status[place]; });
    if (amount == 0) continue;
    ClientMetric metric;
    metric.label = {label, {"status", std::to_string(status)}};
    metric.counter.value = static_cast<double>(amount);
    requests.metric.push_back(std::move(metric));
  }

  ClientMetric metric;
  metric.label = {label};
  auto& histogram = metric.histogram;
  for (std::size_t i = 0; i <= bounds.size(); ++i) {
    histogram.sample_count +=
        total([&](const Share& s) -> const Number& { return s.rows[row].by_time[i]; });
    histogram.bucket.push_back(
        {.cumulative_count = histogram.sample_count,
         .upper_bound = i < bounds.size() ? bounds[i] : std::numeric_limits<double>::infinity()});
  }
  const auto nanoseconds =
      total([&](const Share& s) -> const Number& { return s.rows[row].nanoseconds; });
  histogram.sample_sum = static_cast<double>(nanoseconds) / 1e9;
  if (histogram.sample_count > 0) seconds.metric.push_back(std::move(metric));
}

}  // namespace blotter::api
