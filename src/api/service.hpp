// Answers every request that the HTTP engine hands over: operations, version, health and pages.
#pragma once

#include "api/metrics.hpp"
#include "api/openapi.hpp"
#include "api/pipeline.hpp"
#include "http/files.hpp"
#include "http/message.hpp"
#include "storage/store.hpp"

namespace blotter::api {

/// /healthz, /readyz and /metrics.
class Health {
 public:
  Health(Store& store, Metrics& metrics, Gauges gauges);
  /// Nothing when the path is none of the three.
  std::optional<http::Response> answer(http::Method method, std::string_view path);

 private:
  http::Response ready();

  Store& store_;
  Metrics& metrics_;
  Gauges gauges_;
};

/// The answers to what the engine itself turned down.
http::Response refusal_response(http::Refusal refusal, std::string_view why);

/// The API, the pages for people, and the health pages unless they are served elsewhere.
class Service final : public http::Handler {
 public:
  /// `health` is null when another port serves it.
  Service(Pipeline& pipeline, Health* health, http::Files files, Metrics& metrics);
  void handle(const http::Request& request, http::Reply reply) override;
  http::Response refuse(http::Refusal refusal, std::string_view why) override;

 private:
  std::optional<http::Response> answer_directly(const http::Request& request,
                                                std::string_view path);

  Pipeline& pipeline_;
  Health* health_;
  const OpenApiFile openapi_;
  const http::Files files_;
  Metrics& metrics_;
};

/// Only the health pages, for a port of their own.
class HealthService final : public http::Handler {
 public:
  explicit HealthService(Health& health) : health_(health) {}
  void handle(const http::Request& request, http::Reply reply) override;
  http::Response refuse(http::Refusal refusal, std::string_view why) override;

 private:
  Health& health_;
};

}  // namespace blotter::api
