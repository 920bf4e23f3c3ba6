#include "http/stream_session.hpp"

#include <array>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <type_traits>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/completion_condition.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>

namespace blotter::http {
namespace {

namespace asio = boost::asio;

using TlsStream = asio::ssl::stream<Socket>;

template <class Stream>
class StreamSession final : public Session {
  static constexpr bool is_tls = std::is_same_v<Stream, TlsStream>;

 public:
  StreamSession(Stream stream, std::shared_ptr<Worker> worker, Admission admission)
      : Session(std::move(worker), std::move(admission)), stream_(std::move(stream)) {}

 private:
  void start_handshake() override {
    if constexpr (is_tls) {
      stream_.async_handshake(asio::ssl::stream_base::server,
                              [self = self()](const Error& error) { self->on_handshake(error); });
    } else {
      on_handshake({});
    }
  }

  void start_read(std::span<char> space) override {
    stream_.async_read_some(
        asio::buffer(space.data(), space.size()),
        [self = self()](const Error& error, std::size_t bytes) { self->on_read(error, bytes); });
  }

  void start_write(const Outgoing& outgoing) override {
    if (outgoing.body.empty() && outgoing.tail.empty()) return write(buffer_of(outgoing.head));
    write(std::array{buffer_of(outgoing.head), buffer_of(outgoing.body), buffer_of(outgoing.tail)});
  }

  void start_shutdown() override {
    if constexpr (is_tls) {
      stream_.async_shutdown([self = self()](const Error&) {
        self->end_sending();
        self->on_shutdown();
      });
    } else {
      end_sending();
      on_shutdown();
    }
  }

  void start_discard(std::span<char> space) override {
    // Reads below TLS: after our close_notify the bytes need not be decrypted.
    socket().async_read_some(
        asio::buffer(space.data(), space.size()),
        [self = self()](const Error& error, std::size_t bytes) { self->on_read(error, bytes); });
  }

  bool has_unread_bytes() override {
    Error ignored;
    return socket().available(ignored) > 0;
  }

  std::size_t untaken_bytes() override {
    int bytes = 0;
    return ::ioctl(socket().native_handle(), SIOCOUTQ, &bytes) == 0 ? std::size_t(bytes) : 0;
  }

  void close_stream() override {
    Error ignored;
    socket().close(ignored);
  }

  void reset_stream() override {
    Error ignored;
    socket().set_option(asio::socket_base::linger(true, 0), ignored);
  }

  template <class Buffers>
  void write(const Buffers& buffers) {
    // Asio calls the condition after each part of a long write: this shows progress.
    asio::async_write(
        stream_, buffers,
        [this, all = asio::transfer_all()](const Error& error, std::size_t bytes) mutable {
          if (bytes > 0) on_write_progress();
          return all(error, bytes);
        },
        [self = self()](const Error& error, std::size_t) { self->on_write(error); });
  }

  void end_sending() {
    Error ignored;
    socket().shutdown(Socket::shutdown_send, ignored);
  }

  static asio::const_buffer buffer_of(std::string_view bytes) {
    return {bytes.data(), bytes.size()};
  }

  std::shared_ptr<StreamSession> self() {
    return std::static_pointer_cast<StreamSession>(shared_from_this());
  }

  Socket& socket() {
    if constexpr (is_tls) {
      return stream_.next_layer();
    } else {
      return stream_;
    }
  }

  Stream stream_;
};

}  // namespace

std::shared_ptr<Session> make_session(Socket socket, asio::ssl::context* tls,
                                      std::shared_ptr<Worker> worker, Admission admission) {
  if (tls == nullptr) {
    return std::make_shared<StreamSession<Socket>>(std::move(socket), std::move(worker),
                                                   std::move(admission));
  }
  return std::make_shared<StreamSession<TlsStream>>(TlsStream(std::move(socket), *tls),
                                                    std::move(worker), std::move(admission));
}

}  // namespace blotter::http
