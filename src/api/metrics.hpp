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
  [[nodiscard]] std::string text(const Gauges& gauges);

 private:
  struct Families;
  std::unique_ptr<Families> families_;
};

}  // namespace blotter::api
