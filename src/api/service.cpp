#include "api/service.hpp"

#include "api/responses.hpp"
#include "base/json_writer.hpp"
#include "base/log.hpp"

namespace blotter::api {
namespace {

http::Response one_member(unsigned status, std::string_view name, std::string_view value) {
  http::Response response;
  response.status = status;
  std::string body;
  JsonWriter json(body);
  json.begin_object();
  json.member(name, value);
  json.end_object();
  response.body = std::move(body);
  return response;
}

/// For endpoints that only support GET.
std::optional<http::Response> refuse_method(const http::Request& request) {
  const auto method = request.method;
  if (method == http::Method::get || method == http::Method::head) return std::nullopt;
  auto response = error_response(ErrorId::method_not_allowed, nullptr, error_body_for(request));
  response.extra_headers += header_line("Allow", "GET, HEAD");
  return response;
}

}  // namespace

Health::Health(Store& store, Metrics& metrics, Gauges gauges)
    : store_(store), metrics_(metrics), gauges_(std::move(gauges)) {}

std::optional<http::Response> Health::respond(const http::Request& request, std::string_view path) {
  if (path != "/healthz" && path != "/readyz" && path != "/metrics") return std::nullopt;
  if (auto refusal = refuse_method(request)) return refusal;
  if (path == "/healthz") return one_member(200, "status", "alive");
  if (path == "/readyz") return ready();
  http::Response response;
  response.content_type = "text/plain; version=0.0.4; charset=utf-8";
  response.body = metrics_text();
  return response;
}

std::string Health::metrics_text() {
  constexpr int texts_per_second = 50;
  const std::scoped_lock lock(text_mutex_);
  const auto now = CoarseClock::now();
  if (now - second_began_ >= std::chrono::seconds(1)) {
    second_began_ = now;
    texts_ = 0;
  }
  if (texts_ < texts_per_second) {
    text_ = metrics_.text(gauges_);
    ++texts_;
  }
  return text_;
}

http::Response Health::ready() {
  try {
    store_.ping();
    return one_member(200, "status", "ready");
  } catch (const std::exception& failure) {
    log::warning("the store does not respond", {{"cause", failure.what()}});
    return one_member(503, "status", "the store does not answer");
  }
}

http::Response refusal_response(const http::Request& request, http::Refusal refusal,
                                std::string_view why) {
  const auto error = [&]() -> Error {
    switch (refusal) {
      case http::Refusal::malformed: return Error::unreadable(std::string(why));
      case http::Refusal::request_timeout: return {ErrorId::request_timeout, std::string(why)};
      case http::Refusal::body_too_large: return {ErrorId::payload_too_large, std::string(why)};
      case http::Refusal::head_too_large: return {ErrorId::head_too_large, std::string(why)};
      case http::Refusal::overloaded: return {ErrorId::overloaded, std::string(why)};
      case http::Refusal::reply_lost: break;
    }
    return ErrorId::read_failed;
  }();
  return error_response(error, nullptr, error_body_for(request));
}

Service::Service(Pipeline& pipeline, Health* health, http::Files files, Setup& setup,
                 Invitations& invitations, Metrics& metrics)
    : pipeline_(pipeline),
      health_(health),
      openapi_(pipeline.input_settings()),
      files_(std::move(files)),
      setup_(setup),
      invitations_(invitations),
      metrics_(metrics) {}

void Service::handle(const http::Request& request, http::Reply reply) {
  Target target = split_target(request.target);
  if (target.path == Setup::path) return setup_.handle(request, std::move(reply));
  if (target.path == Invitations::path) return invitations_.handle(request, std::move(reply));
  if (auto response = respond_directly(request, target.path)) {
    metrics_.count(nullptr, response->status, {});
    reply.send(std::move(*response));
    return;
  }
  pipeline_.handle(request, std::move(target), std::move(reply));
}

std::optional<http::Response> Service::respond_directly(const http::Request& request,
                                                        std::string_view path) {
  if (path == "/api/version") {
    auto refusal = refuse_method(request);
    auto response = refusal ? std::move(*refusal) : one_member(200, "version", BLOTTER_VERSION);
    response.extra_headers += pipeline_.uncounted_headers();
    return response;
  }
  if (path == "/openapi.json") {
    auto refusal = refuse_method(request);
    return refusal ? std::move(*refusal) : openapi_.respond(request);
  }
  if (health_ != nullptr) {
    if (auto response = health_->respond(request, path)) return response;
  }
  return files_.respond(request, path);
}

http::Response Service::refuse(const http::Request& request, http::Refusal refusal,
                               std::string_view why) {
  auto response = refusal_response(request, refusal, why);
  metrics_.count(nullptr, response.status, {});
  return response;
}

void HealthService::handle(const http::Request& request, http::Reply reply) {
  auto response = health_.respond(request, split_target(request.target).path);
  if (!response)
    response = error_response(ErrorId::unknown_endpoint, nullptr, error_body_for(request));
  reply.send(std::move(*response));
}

http::Response HealthService::refuse(const http::Request& request, http::Refusal refusal,
                                     std::string_view why) {
  return refusal_response(request, refusal, why);
}

}  // namespace blotter::api
