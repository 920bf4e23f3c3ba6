// The limit for streams: a server that writes the same bytes to the same sockets, and does nothing
// else. It stores nothing, checks no key, and responds to every change at once. One thread; events
// are written every 20 ms, as Blotter's feed does. Prints its address.
#include <arpa/inet.h>
#include <array>
#include <chrono>
#include <iostream>
#include <memory>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto write_interval = std::chrono::milliseconds(20);
constexpr std::string_view stream_head =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    "retry: 2000\n: connected\n\n";
constexpr std::string_view change_response = "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}";

/// An event of Blotter, with the charges of the change.
std::string event_text(long seq, std::string_view charges) {
  return fmt::format(
      "id: {0}\nevent: leo.cited\ndata: {{\"seq\":{0},\"id\":\"1573285623413276674\","
      "\"timestamp\":\"2026-11-17T17:00:00.000Z\",\"kind\":\"leo.cited\","
      "\"keyID\":\"1573285623413276673\",\"keyName\":\"bench\",\"actor\":\"Officer Bumble\","
      "\"civilianID\":\"1573285623413276672\",\"civilianName\":\"Civilian Number 0000001\","
      "\"subjectID\":\"6\",\"before\":null,\"after\":{{\"count\":6,\"officersName\":\"Officer "
      "Bumble\",\"officersID\":\"204\",\"amount\":250,\"charges\":\"{1}\","
      "\"timestamp\":\"2026-11-17T17:00:00.000Z\"}}}}\n\n",
      seq, charges);
}

struct Connection {
  int socket = -1;
  bool is_stream = false;
  bool is_closed = false;
  std::string input;
  std::string waiting;  // what the socket did not accept
};

class Server {
 public:
  Server() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* const where = reinterpret_cast<sockaddr*>(&address);
    if (::bind(listener_, where, length) != 0 || ::listen(listener_, SOMAXCONN) != 0 ||
        ::getsockname(listener_, where, &length) != 0) {
      throw std::runtime_error("cannot listen");
    }
    watch(listener_, nullptr);
    std::cout << "listening on http://127.0.0.1:" << ntohs(address.sin_port) << std::endl;
  }

  [[noreturn]] void run() {
    auto next_write = Clock::now();
    while (true) {
      std::array<epoll_event, 256> events;
      const int timeout = batch_.empty() ? -1 : 1;
      const int count = ::epoll_wait(poll_, events.data(), events.size(), timeout);
      for (int i = 0; i < count; ++i) {
        auto* const connection =
            static_cast<Connection*>(events[static_cast<std::size_t>(i)].data.ptr);
        connection == nullptr ? accept() : receive(*connection);
      }
      if (batch_.empty() || Clock::now() < next_write) continue;
      next_write = Clock::now() + write_interval;
      for (const auto& connection : connections_) {
        if (connection->is_stream && !connection->is_closed) write(*connection, batch_);
      }
      batch_.clear();
    }
  }

 private:
  void watch(int socket, Connection* connection) {
    epoll_event event{.events = EPOLLIN, .data = {.ptr = connection}};
    ::epoll_ctl(poll_, EPOLL_CTL_ADD, socket, &event);
  }

  void accept() {
    const int socket = ::accept(listener_, nullptr, nullptr);
    if (socket < 0) return;
    const int yes = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    connections_.push_back(std::make_unique<Connection>());
    connections_.back()->socket = socket;
    watch(socket, connections_.back().get());
  }

  void receive(Connection& connection) {
    std::array<char, 16384> piece;
    const ssize_t count = ::recv(connection.socket, piece.data(), piece.size(), MSG_DONTWAIT);
    if (count <= 0) return close(connection);
    connection.input.append(piece.data(), static_cast<std::size_t>(count));
    const std::size_t head = connection.input.find("\r\n\r\n");
    if (head == std::string::npos) return;
    if (connection.input.starts_with("GET")) {
      connection.is_stream = true;
      connection.input.clear();
      return write(connection, stream_head);
    }
    if (!connection.input.ends_with('}')) return;
    constexpr std::string_view member = "\"charges\":\"";
    const std::size_t begin = connection.input.find(member) + member.size();
    const std::size_t end = connection.input.find('"', begin);
    batch_ += event_text(++seq_, std::string_view(connection.input).substr(begin, end - begin));
    connection.input.clear();
    write(connection, change_response);
  }

  static void write(Connection& connection, std::string_view bytes) {
    connection.waiting += bytes;
    const ssize_t count = ::send(connection.socket, connection.waiting.data(),
                                 connection.waiting.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count > 0) connection.waiting.erase(0, static_cast<std::size_t>(count));
  }

  void close(Connection& connection) {
    ::epoll_ctl(poll_, EPOLL_CTL_DEL, connection.socket, nullptr);
    ::close(connection.socket);
    connection.is_closed = true;
  }

  int poll_ = ::epoll_create1(0);
  int listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
  std::vector<std::unique_ptr<Connection>> connections_;
  std::string batch_;
  long seq_ = 0;
};

}  // namespace

int main() {
  try {
    Server().run();
  } catch (const std::exception& failure) {
    std::cerr << "fan_out: " << failure.what() << '\n';
    return EXIT_FAILURE;
  }
}
