// One connection: reads requests, passes them to the handler one at a time, writes the responses.
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
#include "http/connection_count.hpp"
#include "http/head_scan.hpp"
#include "http/input.hpp"
#include "http/message.hpp"
#include "http/parser.hpp"

namespace blotter::http {

class Worker;

/// The parts of one write, in this order; any part may be empty.
struct Outgoing {
  std::string_view head;
  std::string_view body;
  std::string_view tail;
};

/// Everything that plain TCP and TLS share; StreamSession adds the stream. Runs on the worker's
/// thread, except respond(), on_no_response() and finish_piece(), which any thread may call.
///
/// At most one read and one write are in progress. A read is started only when its bytes are
/// needed, so a client that sends faster than we respond fills its own socket buffer, not our
/// memory.
class Session : public ReplySink, public std::enable_shared_from_this<Session> {
 public:
  using Clock = CoarseClock;

  Session(std::shared_ptr<Worker> worker, Admission admission);

  void start();
  /// Handles a deadline that has passed.
  void sweep(Clock::time_point now);
  /// Connections wait for a free handshake: ends this one if it waits for its client.
  void end_stalled_handshake(Clock::time_point now);
  /// The server stops: closes the connection unless a request is in progress, and ends a live
  /// stream.
  void drain();
  /// Closes the connection at once; the client sees a reset if it has not received everything.
  void abort();
  /// Handles what another thread left for this session, see Worker::wake().
  void take_mail();
  /// Sends what write_joined() has queued; called by the worker.
  void send_ready();

  void respond(Response response) override;
  void on_no_response() override;
  void finish_piece(BodyStream::State state);

  /// The index of this session in the worker's list.
  std::size_t list_index = 0;

 protected:
  using Error = boost::system::error_code;

  // Implemented by the stream; each ends in the on_… function of its name, discard in on_read().
  virtual void start_handshake() = 0;
  virtual void start_read(std::span<char> space) = 0;
  virtual void start_write(const Outgoing& outgoing) = 0;
  virtual void start_shutdown() = 0;
  /// Reads and drops what a client still sends after our shutdown.
  virtual void start_discard(std::span<char> space) = 0;
  virtual bool has_unread_bytes() = 0;
  /// Bytes that we have sent and the peer has not acknowledged.
  virtual std::size_t untaken_bytes() = 0;
  virtual void close_stream() = 0;
  virtual void reset_stream() = 0;

  void on_handshake(const Error& error);
  void on_read(const Error& error, std::size_t bytes);
  void on_write_progress();
  void on_write(const Error& error);
  void on_shutdown();

 private:
  enum class State : std::uint8_t {
    handshaking,
    idle,  // no byte of a request has arrived
    reading_head,
    sending_continue,
    reading_body,
    handling,  // the handler has the request; the session sets no deadline
    sending,
    awaiting_piece,     // of a streamed response
    sending_heartbeat,  // the same, with a write in progress
    shutting_down,
    lingering,  // everything is sent; input from the client is dropped
    closed,
  };
  struct NoResponse {};
  struct PullAgain {};
  using Mail = std::variant<std::monostate, Response, NoResponse, PullAgain, BodyStream::State>;

  // session_read.cpp
  void advance();
  void begin_deadline_of_head();
  void await_request();
  void read_head();
  void parse_head();
  void begin_body();
  void read_body();
  void decode_body();
  void hand_over();
  void read_more();
  void end_of_input();

  // session.cpp
  void take_response(Response response);
  void take_no_response();
  void refuse(Problem problem);
  void send(Response response);
  void write_first(bool ends_with_head);
  void write_joined(std::string_view body, std::string_view tail);
  void end_write();
  void pull_piece();
  void await_piece();
  void send_heartbeat();
  void end_heartbeat();
  void watch_client();
  void end_stream();
  void take_piece(BodyStream::State state);
  void next_request();
  void renew_if_peer_reads();
  void shut_down();
  void discard_more();
  void close();
  void enter(State state, std::chrono::milliseconds time);
  void enter_sending();
  void renew_write_deadline();
  void enter_without_deadline(State state);
  void leave_mail(Mail mail);

  /// Any step may run out of memory. That ends this connection, not the thread that it shares.
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
  Clock::time_point response_deadline_ = Clock::time_point::max();

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
  /// Written by the thread that calls Worker::wake(), read by the worker in take_mail().
  Mail mail_;
  /// Set when a piece was finished inside next(), on the worker's thread, or during a heartbeat.
  std::optional<BodyStream::State> finished_piece_;

  bool is_reading_ = false;
  bool is_pulling_ = false;        // inside next()
  bool is_piece_awaited_ = false;  // from next() to take_piece()
  bool is_refused_ = false;
  bool is_chunked_ = false;
  bool keeps_alive_ = true;
  /// A byte of a request has arrived, even if only of an empty line before it.
  bool has_begun_head_ = false;
};

}  // namespace blotter::http
