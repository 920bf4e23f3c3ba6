// One connection: reads requests, has them answered one at a time, writes the answers.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <boost/system/error_code.hpp>

#include "base/coarse_clock.hpp"
#include "http/census.hpp"
#include "http/head_scan.hpp"
#include "http/input.hpp"
#include "http/message.hpp"
#include "http/parser.hpp"
#include "http/problem.hpp"

namespace blotter::http {

class Worker;

/// What one write sends, in this order; any part may be empty.
struct Outgoing {
  std::string_view head;
  std::string_view body;
  std::string_view tail;
};

/// All that is the same for plain TCP and TLS; StreamSession adds the stream. Everything runs on
/// the worker's thread, but for answer(), lose() and finish_piece(), which any thread may call.
///
/// At most one read and one write are under way. A read is started only when its bytes are wanted,
/// so a client that sends faster than it is answered fills its own socket, not our memory.
class Session : public ReplySink, public std::enable_shared_from_this<Session> {
 public:
  using Clock = CoarseClock;

  Session(std::shared_ptr<Worker> worker, Admission admission);

  void start();
  /// Acts on a deadline that has passed.
  void sweep(Clock::time_point now);
  /// Others wait for a handshake of their own: ends one that waits for its client.
  void end_stalled_handshake(Clock::time_point now);
  /// The server stops: ends the connection unless a request is on its way.
  void drain();
  /// Ends the connection at once; the client sees a reset if it has not got everything.
  void abort();
  /// What another thread left for this session, see Worker::wake().
  void take_mail();
  /// The worker's turn to send what write_joined() has left for it.
  void send_ready();

  void answer(Response response) override;
  void lose() override;
  void finish_piece(BodyStream::State state);

  /// Where the worker keeps this session in its list.
  std::size_t list_index = 0;

 protected:
  using Error = boost::system::error_code;

  // Provided by the stream; each ends in the on_… function of its name.
  virtual void start_handshake() = 0;
  virtual void start_read(std::span<char> space) = 0;
  virtual void start_write(const Outgoing& outgoing) = 0;
  virtual void start_goodbye() = 0;
  /// Reads and throws away what a client still sends after our goodbye.
  virtual void start_discard(std::span<char> space) = 0;
  virtual bool has_unread_bytes() = 0;
  /// Sent by us, not yet taken by the peer.
  virtual std::size_t untaken_bytes() = 0;
  virtual void close_stream() = 0;
  virtual void reset_stream() = 0;

  void on_handshake(const Error& error);
  void on_read(const Error& error, std::size_t bytes);
  void on_write_progress();
  void on_write(const Error& error);
  void on_goodbye();

 private:
  enum class State : std::uint8_t {
    handshaking,
    idle,  // nothing of a request has come
    reading_head,
    sending_continue,
    reading_body,
    handling,  // the handler has the request; no deadline is ours to set
    sending,
    awaiting_piece,  // of a streamed answer
    saying_goodbye,
    lingering,  // all is said; what the client still sends is thrown away
    closed,
  };
  struct LostReply {};
  struct PullAgain {};
  using Mail = std::variant<std::monostate, Response, LostReply, PullAgain, BodyStream::State>;

  // session_read.cpp
  void advance();
  void begin_deadline_of_head();
  void await_request();
  void read_head();
  void parse_head();
  void begin_body();
  void read_body();
  void pour_body();
  void hand_over();
  void read_more();
  void end_of_input();

  // session.cpp
  void take_answer(Response response);
  void take_loss();
  void refuse(Problem problem);
  void send(Response response);
  void write_first(bool ends_with_head);
  void write_joined(std::string_view body, std::string_view tail);
  void end_write();
  void pull_piece();
  void take_piece(BodyStream::State state);
  void next_request();
  void renew_if_peer_reads();
  void say_goodbye();
  void discard_more();
  void close();
  void enter(State state, std::chrono::milliseconds time);
  void enter_sending();
  void enter_without_deadline(State state);
  void leave_mail(Mail mail);

  /// Memory may run out anywhere; that ends this connection, not the thread of all the others.
  template <class Step>
  void guard(Step step) {
    try {
      step();
    } catch (const std::exception&) {
      abort();
    }
  }

  const std::shared_ptr<Worker> worker_;
  Admission admission_;
  State state_ = State::handshaking;
  Clock::time_point deadline_ = Clock::time_point::max();
  Clock::time_point answer_deadline_ = Clock::time_point::max();

  InputBuffer input_;
  HeadScan scan_;
  std::optional<RequestParser> parser_;
  Request request_;
  std::string body_;
  std::size_t request_bytes_ = 0;

  Response response_;
  std::string out_;
  std::string piece_;
  std::size_t untaken_bytes_ = 0;
  std::size_t discarded_bytes_ = 0;
  /// Written by the thread that calls Worker::wake(), read when the worker opens its mail.
  Mail mail_;
  /// Set when a piece was finished inside next(), on our own thread.
  std::optional<BodyStream::State> finished_piece_;

  bool is_reading_ = false;
  bool is_pulling_ = false;
  bool is_refused_ = false;
  bool is_chunked_ = false;
  bool keeps_alive_ = true;
  /// Something of a request has come, if only an empty line in front of it.
  bool has_begun_head_ = false;
};

}  // namespace blotter::http
