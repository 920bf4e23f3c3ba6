// What operators watch, in Prometheus' text form.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "operations/operation.hpp"

namespace blotter::api {

/// Read whenever somebody looks.
struct Gauges {
  std::function<double()> write_queue_depth;
  std::function<double()> open_connections;
  std::function<double()> storage_bytes;
};

class Metrics {
 public:
  Metrics();
  ~Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  /// `operation` is null for requests that reached none.
  void count(const Operation* operation, unsigned status, std::chrono::nanoseconds took);
  void count_commit(std::size_t changes);
  /// An answer that did not have to be looked up; it is counted as a request too.
  void count_cached();
  [[nodiscard]] std::string text(const Gauges& gauges);

 private:
  struct Families;
  std::unique_ptr<Families> families_;
};

}  // namespace blotter::api
