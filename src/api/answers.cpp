#include "api/answers.hpp"

#include <mutex>

#include "base/json_writer.hpp"
#include "base/log.hpp"

namespace blotter::api {
namespace {

// Every cause of these two is over soon: a rate window, a burst of work.
constexpr std::string_view retry_after_seconds = "1";

// A list that is being sent keeps its snapshot, and the log cannot be emptied behind it.
constexpr std::chrono::seconds list_time_max{60};

std::string error_body(const Error& error, const Operation* operation) {
  std::string body;
  JsonWriter json(body);
  json.begin_object();
  const bool has_found = operation != nullptr && operation->answers == Answers::with_found;
  if (has_found && error.status() == 404) json.member("found", false);
  json.member("error", error.title());
  json.member("details", error.details());
  json.end_object();
  return body;
}

/// Sends what is left of a list piece by piece.
class RemainderStream final : public http::BodyStream {
 public:
  explicit RemainderStream(std::unique_ptr<Remainder> rest)
      : list_(std::make_shared<List>(std::move(rest))) {}
  ~RemainderStream() override {
    const std::scoped_lock lock(list_->mutex);
    list_->is_left = true;
  }

  void next(std::string& into, Done done) override {
    list_->rest->run_where_it_may_wait([list = list_, &into, done = std::move(done)] {
      std::string piece;
      const State state = list->pull(piece);
      const std::scoped_lock lock(list->mutex);
      if (list->is_left) return;
      into += piece;
      done(state);
    });
  }

 private:
  /// Shared with the piece that is under way: the client may leave in the middle of it, and then
  /// nobody wants it any more.
  struct List {
    explicit List(std::unique_ptr<Remainder> rest) : rest(std::move(rest)) {}

    State pull(std::string& into) const {
      try {
        return rest->next(into) ? State::more : State::end;
      } catch (const std::exception& failure) {
        log::error("a list broke off", {{"cause", failure.what()}});
        return State::failed;
      }
    }

    std::unique_ptr<Remainder> rest;
    std::mutex mutex;
    bool is_left = false;
  };

  std::shared_ptr<List> list_;
};

}  // namespace

std::string header_line(std::string_view name, std::string_view value) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string line;
  line.reserve(name.size() + value.size() + 4);
  line.append(name).append(": ");
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      line += c;
    } else {
      line += '%';
      line += digits[byte >> 4];
      line += digits[byte & 15];
    }
  }
  return line.append("\r\n");
}

http::Response error_response(const Error& error, const Operation* operation) {
  http::Response response;
  response.status = error.status();
  response.body = error_body(error, operation);
  if (response.status < 500) response.extra_headers = header_line("X-Error-Hint", error.hint());
  if (response.status == 429 || response.status == 503) {
    response.extra_headers += header_line("Retry-After", retry_after_seconds);
  }
  return response;
}

http::Response known_response(const Operation& operation, http::Body body) {
  http::Response response;
  response.status = operation.success_status();
  response.body = std::move(body);
  return response;
}

http::Response success_response(const Operation& operation, Rendered rendered) {
  auto response = known_response(operation, std::move(rendered.body));
  if (rendered.rest) {
    response.rest = std::make_unique<RemainderStream>(std::move(rendered.rest));
    response.time_max = list_time_max;
  }
  return response;
}

}  // namespace blotter::api
