// For the tests of src/http: a server with a small handler, and a client that sends any bytes.
#pragma once

#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <functional>
#include <future>
#include <mutex>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include "http/server.hpp"

namespace blotter::http::testing {

using namespace std::chrono_literals;

/// A timeout far above what any test needs, so that only a hang reaches it.
inline constexpr std::chrono::seconds hang_timeout{10};

inline Response text(std::string body, unsigned status = 200) {
  Response response;
  response.status = status;
  response.content_type = "text/plain";
  response.body = std::move(body);
  return response;
}

/// Responds with a description of the request, unless the test sets `on_request`.
class ToyHandler : public Handler {
 public:
  std::function<void(const Request&, Reply)> on_request = [](const Request& request, Reply reply) {
    reply.send(text(describe(request)));
  };

  void handle(const Request& request, Reply reply) override {
    on_request(request, std::move(reply));
  }

  Response refuse(const Request&, Refusal refusal, std::string_view why) override {
    return text(std::string(why), status_of(refusal));
  }

  static std::string describe(const Request& request) {
    static constexpr std::string_view names[] = {"get",    "head", "post", "patch",
                                                 "delete", "put",  "other"};
    return std::string(names[static_cast<std::size_t>(request.method)]) + " " +
           std::string(request.target) + " [" + std::string(request.body) + "]";
  }

 private:
  static unsigned status_of(Refusal refusal) {
    switch (refusal) {
      case Refusal::malformed: return 400;
      case Refusal::request_timeout: return 408;
      case Refusal::body_too_large: return 413;
      case Refusal::head_too_large: return 431;
      case Refusal::overloaded: return 503;
      case Refusal::reply_lost: return 500;
    }
    return 0;
  }
};

struct ReceivedResponse {
  unsigned status = 0;
  std::string head;
  std::string body;

  [[nodiscard]] bool has(std::string_view header_line) const {
    return head.find("\r\n" + std::string(header_line) + "\r\n") != std::string::npos;
  }
};

class Client {
 public:
  explicit Client(std::uint16_t port, int receive_buffer_bytes = 0) {
    socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
    const timeval limit{.tv_sec = hang_timeout.count(), .tv_usec = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (receive_buffer_bytes > 0) {
      ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer_bytes, sizeof(int));
    }
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      throw std::runtime_error(std::string("connect: ") + std::strerror(errno));
    }
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() {
    if (tls_ != nullptr) SSL_free(tls_);
    SSL_CTX_free(tls_context_);
    close();
  }

  /// Returns false if the handshake fails.
  bool start_tls(int version_max = 0, const char* ciphers = "DEFAULT") {
    std::signal(SIGPIPE, SIG_IGN);  // as the program does: OpenSSL writes without MSG_NOSIGNAL
    tls_context_ = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_min_proto_version(tls_context_, TLS1_VERSION);
    SSL_CTX_set_max_proto_version(tls_context_, version_max);
    SSL_CTX_set_cipher_list(tls_context_, ciphers);
    tls_ = SSL_new(tls_context_);
    SSL_set_fd(tls_, socket_);
    return SSL_connect(tls_) == 1;
  }
  void end_tls() { SSL_shutdown(tls_); }

  /// Returns false if the server no longer accepts bytes.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto size = static_cast<int>(bytes.size());
      const auto sent = tls_ != nullptr ? SSL_write(tls_, bytes.data(), size)
                                        : ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  /// The next response with its body; `status` is 0 if the connection ends before it is complete.
  ReceivedResponse read_response(bool has_body = true) {
    const auto head_end = wait_for("\r\n\r\n");
    if (head_end == std::string::npos) return {};
    ReceivedResponse response;
    response.head = take(head_end + 4);
    response.status = static_cast<unsigned>(std::stoul(response.head.substr(9, 3)));
    if (!has_body || response.status == 100) return response;
    if (response.has("Transfer-Encoding: chunked")) {
      if (!take_chunks(response.body)) return {};
      return response;
    }
    const auto length_at = response.head.find("Content-Length: ");
    if (length_at == std::string::npos) {
      response.body = read_to_end();
      return response;
    }
    const auto length = std::stoul(response.head.substr(length_at + 16));
    while (received_.size() < length) {
      if (!receive()) return {};
    }
    response.body = take(length);
    return response;
  }

  /// False if the connection ends before the delimiter arrives.
  bool read_until(std::string_view delimiter) { return wait_for(delimiter) != std::string::npos; }

  ReceivedResponse fetch(std::string_view request) {
    send(request);
    return read_response();
  }

  /// The number of bytes of one read; 0 at the end.
  std::size_t read_some() {
    if (received_.empty()) receive();
    return std::exchange(received_, {}).size();
  }
  std::string read_to_end() {
    while (receive()) {
    }
    return std::exchange(received_, {});
  }
  /// True if the connection has ended without more bytes; was_reset() says how.
  bool is_closed() { return received_.empty() && !receive(); }
  [[nodiscard]] bool was_reset() const { return was_reset_; }

  void shut_down_sending() const { ::shutdown(socket_, SHUT_WR); }
  void close() {
    if (socket_ >= 0) ::close(std::exchange(socket_, -1));
  }
  /// Makes the server see a reset instead of an end of input.
  void reset() {
    const linger at_once{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close();
  }

 private:
  bool receive() {
    char bytes[16384];
    const auto count = tls_ != nullptr ? SSL_read(tls_, bytes, sizeof bytes)
                                       : ::recv(socket_, bytes, sizeof bytes, 0);
    if (count <= 0) {
      if (tls_ == nullptr && count < 0 && errno == ECONNRESET) was_reset_ = true;
      if (tls_ == nullptr && count < 0 && errno == EAGAIN) ADD_FAILURE() << "no bytes arrived";
      return false;
    }
    received_.append(bytes, static_cast<std::size_t>(count));
    return true;
  }

  std::size_t wait_for(std::string_view delimiter) {
    for (;;) {
      const auto at = received_.find(delimiter);
      if (at != std::string::npos || !receive()) return at;
    }
  }

  std::string take(std::size_t count) {
    auto taken = received_.substr(0, count);
    received_.erase(0, count);
    return taken;
  }

  bool take_chunks(std::string& body) {
    for (;;) {
      const auto line_end = wait_for("\r\n");
      if (line_end == std::string::npos) return false;
      const auto size = std::stoul(take(line_end + 2), nullptr, 16);
      while (received_.size() < size + 2) {
        if (!receive()) return false;
      }
      body += take(size + 2).substr(0, size);
      if (size == 0) return true;
    }
  }

  int socket_ = -1;
  SSL_CTX* tls_context_ = nullptr;
  SSL* tls_ = nullptr;
  std::string received_;
  bool was_reset_ = false;
};

/// Waits until other threads make the condition true; false after the timeout.
inline bool eventually(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + hang_timeout;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(1ms);
  }
  return true;
}

/// A test with a server. Set the options and the handler, then call start().
class HttpTest : public ::testing::Test {
 protected:
  HttpTest() { options_.threads = 2; }

  void start() {
    server_.emplace(options_, handler_);
    server_->start();
  }
  [[nodiscard]] Client connect() const { return Client(server_->port()); }
  [[nodiscard]] bool all_are_closed() const {
    return eventually([this] { return server_->open_connections() == 0; });
  }

  ToyHandler handler_;
  ServerOptions options_;
  std::optional<Server> server_;
};

}  // namespace blotter::http::testing
