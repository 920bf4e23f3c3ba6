// The half of a session that turns answers into bytes, and how a connection begins and ends.
#include "http/session.hpp"

#include <atomic>
#include <exception>
#include <utility>

#include "http/answer.hpp"
#include "http/worker.hpp"

namespace blotter::http {
namespace {

/// Up to here a body is copied behind its head: one buffer and one TLS record instead of two.
constexpr std::size_t joined_body_bytes_max = 4096;
/// An idle connection keeps room for so many headers.
constexpr std::size_t usual_headers = 16;
/// How long a handshake may wait for its client when others wait to begin theirs.
constexpr std::chrono::milliseconds handshake_patience{500};
/// How long, and for how many bytes, a client may go on sending before it takes our last answer.
constexpr std::chrono::milliseconds linger_time = std::chrono::seconds{2};
constexpr std::size_t linger_bytes_max = std::size_t{1024} * 1024;

/// The `done` of one piece: whoever drops it uncalled has failed.
class PieceTicket {
 public:
  explicit PieceTicket(std::shared_ptr<Session> session) : session_(std::move(session)) {}
  PieceTicket(const PieceTicket&) = delete;
  PieceTicket& operator=(const PieceTicket&) = delete;
  ~PieceTicket() { finish(BodyStream::State::failed); }

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
    enter(State::handshaking, worker_->limits().read_time);
    start_handshake();
  });
}

void Session::on_handshake(const Error& error) {
  guard([&] {
    if (state_ == State::closed) return;
    if (error) return close();
    admission_.handshake.reset();
    if (admission_.welcome == Welcome::serve) return await_request();
    refuse({Refusal::overloaded, "too many connections are open"});
  });
}

void Session::sweep(Clock::time_point now) {
  guard([&] {
    if (state_ == State::sending) renew_if_peer_reads();
    if (now < deadline_) return;
    switch (state_) {
      case State::reading_head:
        return refuse({Refusal::request_timeout, "the request head took too long"});
      case State::reading_body:
        return refuse({Refusal::request_timeout, "the request body took too long"});
      case State::sending_continue:
      case State::sending: return abort();
      case State::handshaking:
      case State::idle:
      case State::saying_goodbye:
      case State::lingering: return close();
      case State::handling:
      case State::awaiting_piece:
      case State::closed: return;
    }
  });
}

void Session::end_stalled_handshake(Clock::time_point now) {
  const auto began = deadline_ - worker_->limits().read_time;
  const bool is_stalled = state_ == State::handshaking && now - began >= handshake_patience;
  // What has come and was not read yet is our delay, not the client's.
  if (is_stalled && !has_unread_bytes()) abort();
}

void Session::drain() {
  const bool is_unused = state_ == State::handshaking || state_ == State::idle;
  if (is_unused) close();
}

void Session::answer(Response response) {
  if (!worker_->is_this_thread()) return leave_mail(std::move(response));
  // The common case, a read that was answered where it came in: no lock, no hop.
  guard([&] { take_answer(std::move(response)); });
}

void Session::lose() {
  // By mail also on our own thread: who drops a reply may hold locks that refuse() wants.
  leave_mail(LostReply{});
}

void Session::finish_piece(BodyStream::State state) {
  // Inside next() the stream is in use; pull_piece() goes on when it has returned.
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
      return take_answer(std::move(*response));
    if (std::holds_alternative<LostReply>(mail)) return take_loss();
    if (state_ != State::awaiting_piece) return;
    if (std::holds_alternative<PullAgain>(mail)) return pull_piece();
    if (const auto* const state = std::get_if<BodyStream::State>(&mail)) take_piece(*state);
  });
}

void Session::take_answer(Response response) {
  // Cut by stop() while the handler was at work.
  if (state_ != State::handling) return;
  send(std::move(response));
}

void Session::take_loss() {
  if (state_ != State::handling) return;
  send(worker_->handler().refuse(Refusal::reply_lost, "the request was not answered"));
}

void Session::refuse(Problem problem) {
  // Nobody can tell where the next request would begin.
  is_refused_ = true;
  keeps_alive_ = false;
  send(worker_->handler().refuse(problem.refusal, problem.why));
}

void Session::send(Response response) {
  response_ = std::move(response);
  const bool is_http_1_0 = parser_ && parser_->is_http_1_0();
  const bool ends_with_head =
      request_.method == Method::head || !status_allows_body(response_.status);
  auto framing = Framing::length;
  if (response_.rest) framing = is_http_1_0 ? Framing::until_close : Framing::chunked;
  is_chunked_ = framing == Framing::chunked;
  if (framing == Framing::until_close || worker_->is_draining()) keeps_alive_ = false;

  auto connection = Connection::implied;
  if (is_http_1_0) connection = Connection::keep_alive;
  if (!keeps_alive_) connection = Connection::close;
  out_ = worker_->borrow_buffer();
  append_head(out_, response_, framing, connection);
  write_first(ends_with_head);
}

void Session::write_first(bool ends_with_head) {
  const auto time_max = response_.time_max;
  answer_deadline_ = time_max ? Clock::now() + *time_max : Clock::time_point::max();
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

/// Sends `out_`, then what is given.
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
    if (state_ == State::sending) start_write({.head = out_, .body = {}, .tail = {}});
  });
}

void Session::on_write_progress() {
  if (state_ == State::sending) enter_sending();
}

/// The kernel takes some megabytes at once and asks for more when much of that is gone, so for a
/// slow client our own writes move too seldom to tell it from one that reads nothing.
void Session::renew_if_peer_reads() {
  const auto untaken = untaken_bytes();
  if (std::exchange(untaken_bytes_, untaken) != untaken) on_write_progress();
}

void Session::on_write(const Error& error) {
  guard([&] {
    if (state_ == State::closed) return;
    if (error) return abort();
    if (state_ == State::sending) return end_write();
    enter(State::reading_body, worker_->limits().read_time);
    read_body();
  });
}

void Session::end_write() {
  if (response_.rest) return pull_piece();
  response_ = {};
  std::string().swap(piece_);
  worker_->give_back_buffer(std::exchange(out_, {}));
  if (keeps_alive_) return next_request();
  say_goodbye();
}

void Session::pull_piece() {
  enter_without_deadline(State::awaiting_piece);
  piece_.clear();
  finished_piece_.reset();
  is_pulling_ = true;
  try {
    auto ticket = std::make_shared<PieceTicket>(shared_from_this());
    response_.rest->next(
        piece_, [ticket = std::move(ticket)](BodyStream::State state) { ticket->finish(state); });
  } catch (const std::exception&) {
    finished_piece_ = BodyStream::State::failed;
  }
  is_pulling_ = false;
  if (finished_piece_) take_piece(*finished_piece_);
}

void Session::take_piece(BodyStream::State state) {
  // Without the last chunk, or with a reset, the client knows that it has not got everything.
  if (state == BodyStream::State::failed) return abort();
  const bool is_last = state == BodyStream::State::end;
  if (is_last) response_.rest.reset();
  // By mail, lest a stream with nothing to say keeps this thread from all others.
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

void Session::say_goodbye() {
  enter(State::saying_goodbye, linger_time);
  start_goodbye();
}

void Session::on_goodbye() {
  guard([&] {
    if (state_ == State::closed) return;
    // To close with bytes unread sends a reset, and that may take our answer from a client that
    // is still busy sending: so those bytes are read first.
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
  admission_.connection.give_up();
  admission_.handshake.reset();
  // Last, for the list may hold what keeps this session alive.
  worker_->forget(*this);
}

void Session::enter(State state, std::chrono::milliseconds time) {
  state_ = state;
  deadline_ = Clock::now() + time;
}

void Session::enter_sending() {
  enter(State::sending, worker_->limits().write_time);
  deadline_ = std::min(deadline_, answer_deadline_);
}

void Session::enter_without_deadline(State state) {
  state_ = state;
  deadline_ = Clock::time_point::max();
}

}  // namespace blotter::http
