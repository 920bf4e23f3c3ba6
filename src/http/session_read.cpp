// The half of a session that turns bytes into requests.
#include <algorithm>
#include <utility>

#include "http/answer.hpp"
#include "http/session.hpp"
#include "http/worker.hpp"

namespace blotter::http {
namespace {

/// What must fit behind a head at least: a chunk's size line with its extensions, or trailers.
constexpr std::size_t body_room = 1024;

}  // namespace

void Session::on_read(const Error& error, std::size_t bytes) {
  guard([&] {
    is_reading_ = false;
    switch (state_) {
      case State::idle:
      case State::reading_head:
      case State::reading_body:
        if (error) return end_of_input();
        input_.commit(bytes);
        return advance();
      case State::lingering: discarded_bytes_ += bytes; return error ? close() : discard_more();
      // A read that was under way when its time was over: the answer to that is being sent.
      case State::handshaking:
      case State::sending_continue:
      case State::handling:
      case State::sending:
      case State::awaiting_piece:
      case State::saying_goodbye:
      case State::closed: return;
    }
  });
}

/// Goes on with what has come, as far as it leads.
void Session::advance() {
  if (state_ == State::reading_body) return read_body();
  // A client may end a body with an empty line more than it announced; nothing begins with that.
  const bool begins_empty = input_.bytes().starts_with('\r');
  while (input_.bytes().starts_with("\r\n")) input_.consume(2);
  if (state_ == State::idle) {
    if (begins_empty) begin_deadline_of_head();
    if (input_.empty() || input_.bytes() == "\r") return read_more();
    begin_deadline_of_head();
    state_ = State::reading_head;
  }
  read_head();
}

/// From the first byte on, also if that belongs to an empty line.
void Session::begin_deadline_of_head() {
  if (std::exchange(has_begun_head_, true)) return;
  deadline_ = Clock::now() + worker_->limits().read_time;
}

void Session::await_request() {
  // The answer before this was on its way when the server began to stop.
  if (worker_->is_draining() && input_.empty()) return say_goodbye();
  enter(State::idle, worker_->limits().idle_time);
  has_begun_head_ = false;
  advance();
}

void Session::read_head() {
  const auto head_bytes_max = worker_->limits().head_bytes_max;
  const Problem too_large{Refusal::head_too_large, "the request head is too large"};
  switch (scan_.scan(input_.bytes())) {
    case HeadScan::Verdict::malformed: return refuse({Refusal::malformed, scan_.why()});
    case HeadScan::Verdict::incomplete:
      if (input_.bytes().size() >= head_bytes_max) return refuse(too_large);
      if (input_.space().empty()) {
        input_.reserve(std::min(2 * input_.capacity(), head_bytes_max + body_room));
      }
      return read_more();
    case HeadScan::Verdict::complete:
      if (scan_.head_bytes() > head_bytes_max) return refuse(too_large);
      return parse_head();
  }
}

void Session::parse_head() {
  const auto head_bytes = scan_.head_bytes();
  // Before any view is taken: from here on the head must not move.
  input_.reserve(head_bytes + body_room);
  parser_.emplace(request_, body_, worker_->limits());
  const auto problem = parser_->read_head(input_.bytes().substr(0, head_bytes));
  if (problem) return refuse(*problem);
  keeps_alive_ = parser_->keeps_alive();
  request_bytes_ = head_bytes;
  begin_body();
}

void Session::begin_body() {
  if (!parser_->has_body()) return hand_over();
  const bool nothing_came = input_.bytes().size() == request_bytes_;
  if (parser_->expects_continue() && nothing_came) {
    enter(State::sending_continue, worker_->limits().write_time);
    return start_write({.head = continue_answer, .body = {}, .tail = {}});
  }
  enter(State::reading_body, worker_->limits().read_time);
  read_body();
}

void Session::read_body() {
  const auto length = parser_->body_bytes();
  const auto head_bytes = scan_.head_bytes();
  if (!length || head_bytes + *length > input_.capacity()) return pour_body();
  // The usual case: the body stays where it was received.
  if (input_.bytes().size() < head_bytes + *length) return read_more();
  request_.body = input_.bytes().substr(head_bytes, *length);
  request_bytes_ = head_bytes + *length;
  hand_over();
}

/// For a body in chunks or of some size: through the room behind the head into its own memory.
void Session::pour_body() {
  const auto head_bytes = scan_.head_bytes();
  const auto [bytes_used, problem] = parser_->pour(input_.bytes().substr(head_bytes));
  input_.erase(head_bytes, bytes_used);
  if (problem) return refuse(*problem);
  if (!parser_->body_is_complete()) {
    if (!input_.space().empty()) return read_more();
    return refuse({Refusal::malformed, "a line between the chunks of the body is too long"});
  }
  const auto body_bytes = body_.size();
  body_.append(body_padding, '\0');
  request_.body = std::string_view(body_).substr(0, body_bytes);
  hand_over();
}

void Session::hand_over() {
  enter_without_deadline(State::handling);
  try {
    worker_->handler().handle(request_, Reply(shared_from_this()));
  } catch (const std::exception&) {
    // The handler's Reply has gone with it and says reply_lost, unless it had answered before.
  }
}

void Session::read_more() {
  if (is_reading_) return;
  is_reading_ = true;
  start_read(input_.space());
}

/// The client has closed, or half-closed, or is no longer there.
void Session::end_of_input() {
  if (state_ == State::idle) return close();
  refuse({Refusal::malformed, "the connection ended in the middle of the request"});
}

}  // namespace blotter::http
