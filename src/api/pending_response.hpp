// The response to a request that waits for the store, or for another server.
#pragma once

#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <string>

#include "api/long_responses.hpp"
#include "api/metrics.hpp"
#include "api/responses.hpp"
#include "http/message.hpp"
#include "operations/operation.hpp"

namespace blotter::api {

/// What is needed to respond when the work is done; the request itself may be gone by then.
struct PendingResponse {
  const Operation& operation;
  GuildId guild;
  KeyId key;
  std::string headers;
  ErrorBody error_body;
  Metrics& metrics;
  std::shared_ptr<LongResponses> long_responses;  // shared: the work may outlive the pipeline
  std::chrono::steady_clock::time_point began;
  http::Reply reply;
  std::optional<Result<Rendered>> result;

  void send(http::Response response);
  /// Sends `result`, or an error if there is a failure.
  void finish(const std::exception_ptr& failure);
  [[nodiscard]] http::Response error(const Error& error) const;

 private:
  [[nodiscard]] http::Response success(Rendered rendered) const;
  /// The cause goes to the log, never to the client; the request id connects the two.
  [[nodiscard]] http::Response failure_response(const std::exception_ptr& failure) const;
};

}  // namespace blotter::api
