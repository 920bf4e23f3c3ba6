// Handles every request from the HTTP engine: operations, version, health and pages.
#pragma once

#include <mutex>
#include <string>

#include "api/invitations.hpp"
#include "api/metrics.hpp"
#include "api/openapi.hpp"
#include "api/pipeline.hpp"
#include "api/setup.hpp"
#include "base/coarse_clock.hpp"
#include "http/files.hpp"
#include "http/message.hpp"
#include "storage/store.hpp"

namespace blotter::api {

/// /healthz, /readyz and /metrics.
class Health {
 public:
  Health(Store& store, Metrics& metrics, Gauges gauges);
  /// Empty if the path is none of the three.
  std::optional<http::Response> respond(const http::Request& request, std::string_view path);

 private:
  http::Response ready();
  /// Rendered at most 50 times a second: rendering takes a millisecond, and no key is needed.
  std::string metrics_text();

  Store& store_;
  Metrics& metrics_;
  Gauges gauges_;
  std::mutex text_mutex_;
  std::string text_;
  CoarseClock::time_point second_began_{};
  int texts_ = 0;  // rendered in that second
};

/// The response to a request that the HTTP engine refused.
http::Response refusal_response(const http::Request& request, http::Refusal refusal,
                                std::string_view why);

/// The API, the console, and the health endpoints unless another port serves them.
class Service final : public http::Handler {
 public:
  /// `health` is null if another port serves it.
  Service(Pipeline& pipeline, Health* health, http::Files files, Setup& setup,
          Invitations& invitations, Metrics& metrics);
  void handle(const http::Request& request, http::Reply reply) override;
  http::Response refuse(const http::Request& request, http::Refusal refusal,
                        std::string_view why) override;

 private:
  std::optional<http::Response> respond_directly(const http::Request& request,
                                                 std::string_view path);

  Pipeline& pipeline_;
  Health* health_;
  const OpenApiFile openapi_;
  const http::Files files_;
  Setup& setup_;
  Invitations& invitations_;
  Metrics& metrics_;
};

/// Only the health endpoints, for a port of their own.
class HealthService final : public http::Handler {
 public:
  explicit HealthService(Health& health) : health_(health) {}
  void handle(const http::Request& request, http::Reply reply) override;
  http::Response refuse(const http::Request& request, http::Refusal refusal,
                        std::string_view why) override;

 private:
  Health& health_;
};

}  // namespace blotter::api
