#include "api/pending_response.hpp"

#include <fmt/format.h>

#include "base/log.hpp"
#include "base/random.hpp"

namespace blotter::api {

void PendingResponse::send(http::Response response) {
  response.extra_headers += headers;
  metrics.count(&operation, response.status, std::chrono::steady_clock::now() - began);
  reply.send(std::move(response));
}

void PendingResponse::finish(const std::exception_ptr& failure) {
  if (failure) {
    send(failure_response(failure));
  } else if (*result) {
    send(success(std::move(**result)));
  } else {
    send(error(result->error()));
  }
}

http::Response PendingResponse::success(Rendered rendered) const {
  std::shared_ptr<const void> slot;
  if (rendered.rest || rendered.body.size() > LongResponses::bytes_min) {
    slot = long_responses->begin(key, guild);
    if (!slot) return error(ErrorId::overloaded);
  }
  auto response = success_response(operation, std::move(rendered));
  response.kept = std::move(slot);
  return response;
}

http::Response PendingResponse::error(const Error& error) const {
  return error_response(error, &operation, error_body);
}

http::Response PendingResponse::failure_response(const std::exception_ptr& failure) const {
  std::string cause = "unknown";
  try {
    std::rethrow_exception(failure);
  } catch (const Overloaded&) {
    return error(ErrorId::overloaded);
  } catch (const std::exception& exception) {
    cause = exception.what();
  }
  const std::string request_id = fmt::format("{:016x}", SystemRandom().next());
  log::error("a request failed", {{"request", request_id},
                                  {"operation", operation.id},
                                  {"guild", guild.str()},
                                  {"cause", cause}});
  auto response = error(operation.storage_failure());
  response.extra_headers += header_line("X-Request-Id", request_id);
  return response;
}

}  // namespace blotter::api
