// The part of a session that writes responses, and how a connection begins and ends.
#include "http/session.hpp"

#include <atomic>
#include <exception>
#include <utility>

#include "http/response_head.hpp"
#include "http/worker.hpp"

namespace blotter::http {
namespace {

/// A body up to this size is copied after its head: one buffer and one TLS record instead of two.
constexpr std::size_t joined_body_bytes_max = 4096;
/// An idle connection keeps the capacity for this many headers.
constexpr std::size_t usual_headers = 16;
/// How long a handshake may wait for its client while other connections wait for a free handshake.
constexpr std::chrono::milliseconds handshake_time_max{500};
/// How long, and for how many bytes, a client may keep sending after our last response.
constexpr std::chrono::milliseconds linger_time = std::chrono::seconds{2};
/// The same while the server stops, and for a live stream whose client does not read.
constexpr std::chrono::milliseconds drain_time{500};
constexpr std::size_t linger_bytes_max = std::size_t{1024} * 1024;

/// The `done` of one piece: destroyed without a call, it reports `failed`.
class PieceCallback {
 public:
  explicit PieceCallback(std::shared_ptr<Session> session) : session_(std::move(session)) {}
  PieceCallback(const PieceCallback&) = delete;
  PieceCallback& operator=(const PieceCallback&) = delete;
  ~PieceCallback() { finish(BodyStream::State::failed); }

  void finish(BodyStream::State state) {
    if (!is_used_.exchange(true)) session_->finish_piece(state);
  }

 private:
  std::shared_ptr<Session> session_;
  std::atomic<bool> is_used_{false};
};

}  // namespace

Session::Session(std::shared_ptr<Worker> worker, Admission admission)
    : worker_(std::move(worker)), admission_(std::move(admission)) {}

void Session::start() {
  guard([&] {
    enter(State::handshaking, worker_->limits().read_timeout);
    start_handshake();
  });
}

void Session::on_handshake(const Error& error) {
  guard([&] {
    if (state_ == State::closed) return;
    if (error) return close();
    admission_.handshake.reset();
    if (admission_.decision == AdmissionDecision::serve) return await_request();
    refuse({Refusal::overloaded, "too many connections are open"});
  });
}

void Session::sweep(Clock::time_point now) {
  guard([&] {
    if (state_ == State::sending || state_ == State::sending_heartbeat) renew_if_peer_reads();
    if (now < deadline_) return;
    switch (state_) {
      case State::reading_head:
        return refuse({Refusal::request_timeout, "the request head took too long"});
      case State::reading_body:
        return refuse({Refusal::request_timeout, "the request body took too long"});
      case State::sending_continue:
      case State::sending:
      case State::sending_heartbeat: return abort();
      case State::handshaking:
      case State::idle:
      case State::shutting_down:
      case State::lingering: return close();
      case State::awaiting_piece:
        if (is_piece_awaited_) return send_heartbeat();
        return;
      case State::handling:
      case State::closed: return;
    }
  });
}

void Session::end_stalled_handshake(Clock::time_point now) {
  const auto began = deadline_ - worker_->limits().read_timeout;
  const bool is_stalled = state_ == State::handshaking && now - began >= handshake_time_max;
  // If bytes have arrived and are not read yet, the delay is ours, not the client's.
  if (is_stalled && !has_unread_bytes()) abort();
}

void Session::drain() {
  guard([&] {
    if (state_ == State::handshaking || state_ == State::idle) return close();
    if (!response_.is_live) return;
    if (state_ == State::awaiting_piece) return end_stream();
    // Something is being sent; the stream is ended after it.
    response_deadline_ = Clock::now() + drain_time;
    deadline_ = std::min(deadline_, response_deadline_);
  });
}

void Session::respond(Response response) {
  if (!worker_->is_this_thread()) return leave_mail(std::move(response));
  // The common case, a read that was handled on the thread that received it: no lock, no hop.
  guard([&] { take_response(std::move(response)); });
}

void Session::on_no_response() {
  // By mail even on our own thread: the caller that drops a Reply may hold locks that refuse()
  // needs.
  leave_mail(NoResponse{});
}

void Session::finish_piece(BodyStream::State state) {
  // The stream is in use inside next(); pull_piece() continues after next() has returned.
  if (worker_->is_this_thread() && is_pulling_) {
    finished_piece_ = state;
    return;
  }
  leave_mail(state);
}

void Session::leave_mail(Mail mail) {
  mail_ = std::move(mail);
  worker_->wake(shared_from_this());
}

void Session::take_mail() {
  guard([&] {
    auto mail = std::exchange(mail_, std::monostate{});
    if (auto* const response = std::get_if<Response>(&mail))
      return take_response(std::move(*response));
    if (std::holds_alternative<NoResponse>(mail)) return take_no_response();
    if (state_ == State::sending_heartbeat) {
      if (const auto* const state = std::get_if<BodyStream::State>(&mail)) finished_piece_ = *state;
      return;
    }
    if (state_ != State::awaiting_piece) return;
    if (std::holds_alternative<PullAgain>(mail)) return pull_piece();
    if (const auto* const state = std::get_if<BodyStream::State>(&mail)) take_piece(*state);
  });
}

void Session::take_response(Response response) {
  // stop() has cut the connection while the handler was running.
  if (state_ != State::handling) return;
  send(std::move(response));
}

void Session::take_no_response() {
  if (state_ != State::handling) return;
  send(worker_->handler().refuse(request_, Refusal::reply_lost, "the request got no response"));
}

void Session::refuse(Problem problem) {
  // After a refused request it is unknown where the next one begins.
  is_refused_ = true;
  keeps_alive_ = false;
  send(worker_->handler().refuse(request_, problem.refusal, problem.why));
}

void Session::send(Response response) {
  response_ = std::move(response);
  const bool is_http_1_0 = parser_ && parser_->is_http_1_0();
  const bool ends_with_head =
      request_.method == Method::head || !status_allows_body(response_.status);
  auto framing = Framing::length;
  if (response_.rest) framing = is_http_1_0 ? Framing::until_close : Framing::chunked;
  is_chunked_ = framing == Framing::chunked;
  // The client of a live stream is watched by a read, which a next request would need.
  const bool is_last = framing == Framing::until_close || response_.is_live;
  if (is_last || worker_->is_draining()) keeps_alive_ = false;

  auto connection = Connection::implied;
  if (is_http_1_0) connection = Connection::keep_alive;
  if (!keeps_alive_) connection = Connection::close;
  out_ = worker_->borrow_buffer();
  append_head(out_, response_, framing, connection);
  write_first(ends_with_head);
}

void Session::write_first(bool ends_with_head) {
  const auto time_max = response_.time_max;
  response_deadline_ = time_max ? Clock::now() + *time_max : Clock::time_point::max();
  enter_sending();
  if (ends_with_head) {
    response_.rest.reset();
    return write_joined({}, {});
  }
  const std::string_view body = response_.body.bytes();
  if (!is_chunked_ || body.empty()) return write_joined(body, {});
  append_chunk_begin(out_, body.size());
  write_joined(body, chunk_end);
}

/// Sends `out_`, then `body` and `tail`.
void Session::write_joined(std::string_view body, std::string_view tail) {
  if (body.size() > joined_body_bytes_max) {
    return start_write({.head = out_, .body = body, .tail = tail});
  }
  out_ += body;
  out_ += tail;
  worker_->send_together(shared_from_this());
}

void Session::send_ready() {
  guard([&] {
    if (state_ == State::sending || state_ == State::sending_heartbeat) {
      start_write({.head = out_, .body = {}, .tail = {}});
    }
  });
}

void Session::on_write_progress() {
  if (state_ == State::sending || state_ == State::sending_heartbeat) renew_write_deadline();
}

/// The kernel accepts some megabytes at once, and more only when much of that is sent. So our own
/// writes progress too rarely to tell a slow client from one that reads nothing.
void Session::renew_if_peer_reads() {
  const auto untaken = untaken_bytes();
  if (std::exchange(untaken_bytes_, untaken) != untaken) on_write_progress();
}

void Session::on_write(const Error& error) {
  guard([&] {
    if (state_ == State::closed) return;
    if (error) return abort();
    if (state_ == State::sending) return end_write();
    if (state_ == State::sending_heartbeat) return end_heartbeat();
    enter(State::reading_body, worker_->limits().read_timeout);
    read_body();
  });
}

void Session::end_write() {
  if (response_.rest) {
    return response_.is_live && worker_->is_draining() ? end_stream() : pull_piece();
  }
  response_ = {};
  std::string().swap(piece_);
  worker_->give_back_buffer(std::exchange(out_, {}));
  if (keeps_alive_) return next_request();
  shut_down();
}

void Session::pull_piece() {
  await_piece();
  piece_.clear();
  finished_piece_.reset();
  is_pulling_ = is_piece_awaited_ = true;
  try {
    auto callback = std::make_shared<PieceCallback>(shared_from_this());
    response_.rest->next(piece_, [callback = std::move(callback)](BodyStream::State state) {
      callback->finish(state);
    });
  } catch (const std::exception&) {
    finished_piece_ = BodyStream::State::failed;
  }
  is_pulling_ = false;
  if (finished_piece_) return take_piece(*finished_piece_);
  if (response_.is_live) watch_client();
}

void Session::await_piece() {
  if (response_.heartbeat) return enter(State::awaiting_piece, response_.heartbeat->interval);
  enter_without_deadline(State::awaiting_piece);
}

/// Leaves `piece_` alone: another thread may be writing it.
void Session::send_heartbeat() {
  enter_sending();
  state_ = State::sending_heartbeat;
  const std::string_view bytes = response_.heartbeat->bytes;
  out_.clear();
  if (is_chunked_) append_chunk_begin(out_, bytes.size());
  write_joined(bytes, is_chunked_ ? chunk_end : std::string_view());
}

void Session::end_heartbeat() {
  if (worker_->is_draining()) return end_stream();
  await_piece();
  if (finished_piece_) take_piece(*finished_piece_);
}

/// Reads, because that is how the end of a connection shows while nothing is sent. What the client
/// sends is dropped: a live response is the last one of its connection.
void Session::watch_client() {
  if (discarded_bytes_ > linger_bytes_max) return abort();
  input_.consume(input_.bytes().size());
  request_bytes_ = 0;
  read_more();
}

void Session::end_stream() {
  response_.rest.reset();
  piece_.clear();
  take_piece(BodyStream::State::end);
}

void Session::take_piece(BodyStream::State state) {
  is_piece_awaited_ = false;
  // Without the last chunk, or with a reset, the client knows that the body is incomplete.
  if (state == BodyStream::State::failed) return abort();
  const bool is_last = state == BodyStream::State::end;
  if (is_last) response_.rest.reset();
  // By mail, so that a stream with empty pieces does not block the other sessions of this thread.
  if (piece_.empty() && !is_last) return leave_mail(PullAgain{});

  enter_sending();
  out_.clear();
  if (!is_chunked_) return write_joined(piece_, {});
  if (piece_.empty()) return write_joined({}, last_chunk);
  append_chunk_begin(out_, piece_.size());
  write_joined(piece_, is_last ? chunk_end_and_last : chunk_end);
}

void Session::next_request() {
  input_.consume(request_bytes_);
  input_.shrink();
  scan_ = {};
  parser_.reset();
  request_.method = Method::other;
  request_.target = {};
  request_.body = {};
  request_.headers.clear();
  if (request_.headers.capacity() > usual_headers)
    decltype(request_.headers)().swap(request_.headers);
  if (body_.capacity() > 0) std::string().swap(body_);
  request_bytes_ = 0;
  await_request();
}

void Session::shut_down() {
  enter(State::shutting_down, worker_->is_draining() ? drain_time : linger_time);
  start_shutdown();
}

void Session::on_shutdown() {
  guard([&] {
    if (state_ == State::closed) return;
    // Closing a socket with unread bytes sends a reset, and a client that is still sending may then
    // lose our response. So those bytes are read first.
    const bool has_more_input = input_.bytes().size() > request_bytes_ || has_unread_bytes();
    if (!is_refused_ && !has_more_input) return close();
    state_ = State::lingering;
    discard_more();
  });
}

void Session::discard_more() {
  if (is_reading_) return;
  if (discarded_bytes_ > linger_bytes_max) return close();
  is_reading_ = true;
  input_.consume(input_.bytes().size());
  start_discard(input_.space());
}

void Session::abort() {
  if (state_ == State::closed) return;
  reset_stream();
  close();
}

void Session::close() {
  if (state_ == State::closed) return;
  enter_without_deadline(State::closed);
  response_.rest.reset();
  response_.kept.reset();
  close_stream();
  admission_.connection.release();
  admission_.handshake.reset();
  // Last, because the worker's list may hold the last owner of this session.
  worker_->forget(*this);
}

void Session::enter(State state, std::chrono::milliseconds time) {
  state_ = state;
  deadline_ = Clock::now() + time;
}

void Session::enter_sending() {
  state_ = State::sending;
  renew_write_deadline();
}

void Session::renew_write_deadline() {
  deadline_ = std::min(Clock::now() + worker_->limits().write_timeout, response_deadline_);
}

void Session::enter_without_deadline(State state) {
  state_ = state;
  deadline_ = Clock::time_point::max();
}

}  // namespace blotter::http
