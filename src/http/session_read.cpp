// The part of a session that reads requests.
#include <algorithm>
#include <utility>

#include "http/response_head.hpp"
#include "http/session.hpp"
#include "http/worker.hpp"

namespace blotter::http {
namespace {

/// The least room after a head: it must fit a chunk's size line with its extensions, or trailers.
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
      case State::sending:
      case State::awaiting_piece:
      case State::sending_heartbeat:
        // Otherwise a read that was in progress when its deadline passed: the 408 is being sent.
        if (!response_.is_live) return;
        if (error) return abort();
        discarded_bytes_ += bytes;
        return watch_client();
      case State::handshaking:
      case State::sending_continue:
      case State::handling:
      case State::shutting_down:
      case State::closed: return;
    }
  });
}

/// Processes the received bytes as far as possible.
void Session::advance() {
  if (state_ == State::reading_body) return read_body();
  // A client may send an extra empty line after a body; no request begins with one.
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

/// Runs from the first byte on, even if that belongs to an empty line.
void Session::begin_deadline_of_head() {
  if (std::exchange(has_begun_head_, true)) return;
  deadline_ = Clock::now() + worker_->limits().read_timeout;
}

void Session::await_request() {
  // The previous response was being sent when the server began to stop.
  if (worker_->is_draining() && input_.empty()) return shut_down();
  enter(State::idle, worker_->limits().idle_timeout);
  has_begun_head_ = false;
  advance();
}

void Session::read_head() {
  const auto head_bytes_max = worker_->limits().head_bytes_max;
  const Problem too_large{Refusal::head_too_large, "the request head is too large"};
  switch (scan_.scan(input_.bytes())) {
    case HeadScan::State::malformed: return refuse({Refusal::malformed, scan_.why()});
    case HeadScan::State::incomplete:
      if (input_.bytes().size() >= head_bytes_max) return refuse(too_large);
      if (input_.space().empty()) {
        input_.reserve(std::min(2 * input_.capacity(), head_bytes_max + body_room));
      }
      return read_more();
    case HeadScan::State::complete:
      if (scan_.head_bytes() > head_bytes_max) return refuse(too_large);
      return parse_head();
  }
}

void Session::parse_head() {
  const auto head_bytes = scan_.head_bytes();
  // Before any view is taken: the head must not move after this.
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
    enter(State::sending_continue, worker_->limits().write_timeout);
    return start_write({.head = continue_response, .body = {}, .tail = {}});
  }
  enter(State::reading_body, worker_->limits().read_timeout);
  read_body();
}

void Session::read_body() {
  const auto length = parser_->body_bytes();
  const auto head_bytes = scan_.head_bytes();
  if (!length || head_bytes + *length > input_.capacity()) return decode_body();
  // The usual case: the body stays in the input buffer.
  if (input_.bytes().size() < head_bytes + *length) return read_more();
  request_.body = input_.bytes().substr(head_bytes, *length);
  request_bytes_ = head_bytes + *length;
  hand_over();
}

/// For a chunked or large body: it is read into the room after the head, then copied to body_.
void Session::decode_body() {
  const auto head_bytes = scan_.head_bytes();
  const auto [bytes_used, problem] = parser_->decode(input_.bytes().substr(head_bytes));
  input_.erase(head_bytes, bytes_used);
  if (problem) return refuse(*problem);
  if (!parser_->body_is_complete()) {
    if (!input_.space().empty()) return read_more();
    return refuse({Refusal::malformed, "a chunk header of the body is too long"});
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
    // Unwinding has destroyed the handler's Reply. That sends reply_lost, unless it had responded.
  }
}

void Session::read_more() {
  if (is_reading_) return;
  is_reading_ = true;
  start_read(input_.space());
}

/// The client has closed, half-closed or lost the connection.
void Session::end_of_input() {
  if (state_ == State::idle) return close();
  refuse({Refusal::malformed, "the connection was closed before the request was complete"});
}

}  // namespace blotter::http
