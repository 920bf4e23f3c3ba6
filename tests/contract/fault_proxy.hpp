// A proxy between a store and its database that breaks the connection where a test needs it.
#pragma once

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <atomic>
#include <list>
#include <mutex>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace blotter::testing {

class FaultProxy {
 public:
  enum class Cut {
    never,
    before_commit,  // the database never sees the commit
    after_commit,   // it does, but its response is lost
    before_commit_and_stall,
    stall,  // nothing is forwarded, and nothing is closed
  };

  /// Forwards to a PostgreSQL server on this port of 127.0.0.1.
  explicit FaultProxy(std::uint16_t server_port) : server_port_(server_port) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        ::listen(listener_, 64) != 0 ||
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
      throw std::runtime_error("the proxy cannot listen");
    }
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { accept_all(); });
  }
  ~FaultProxy() {
    is_ending_ = true;
    acceptor_.join();
    for (auto& thread : connections_) thread.join();
    ::close(listener_);
  }
  FaultProxy(const FaultProxy&) = delete;
  FaultProxy& operator=(const FaultProxy&) = delete;

  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] int cuts() const { return cuts_; }

  /// Ends all connections, so that new ones send the text of their statements again, and does `cut`
  /// once.
  void arm(Cut cut) {
    ++generation_;
    cut_ = cut;
  }

 private:
  static sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
  }

  static bool is_readable(int socket, int ms) {
    pollfd waited{socket, POLLIN, 0};
    return ::poll(&waited, 1, ms) > 0;
  }

  void accept_all() {
    while (!is_ending_) {
      if (!is_readable(listener_, 10)) continue;
      const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      connections_.emplace_back([this, client] { pass(client); });
    }
  }

  void pass(int client) {
    const int generation = generation_;
    const int server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(server_port_);
    bool is_open =
        ::connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    while (is_open && !is_ending_ && generation == generation_) {
      if (cut_ == Cut::stall) {
        ::usleep(5000);
        continue;
      }
      pollfd both[] = {{client, POLLIN, 0}, {server, POLLIN, 0}};
      if (::poll(both, 2, 5) <= 0) continue;
      if (both[0].revents != 0) is_open = pass_on(client, server);
      if (is_open && both[1].revents != 0) is_open = pass_on(server, client);
    }
    ::close(client);
    ::close(server);
  }

  /// False when the connection must end.
  bool pass_on(int from, int to) {
    std::array<char, 65536> bytes{};
    const ssize_t count = ::recv(from, bytes.data(), bytes.size(), 0);
    if (count <= 0) return false;
    const std::string_view text(bytes.data(), static_cast<std::size_t>(count));
    // The text of a statement is sent when a connection first uses it, followed by a zero byte.
    const bool is_commit = text.find(std::string_view("commit\0", 7)) != std::string_view::npos;
    Cut cut = is_commit ? cut_.exchange(Cut::never) : Cut::never;
    if (cut != Cut::never) ++cuts_;
    if (cut == Cut::before_commit_and_stall) cut_ = Cut::stall;
    if (cut == Cut::before_commit || cut == Cut::before_commit_and_stall) return false;
    if (::send(to, bytes.data(), static_cast<std::size_t>(count), MSG_NOSIGNAL) != count) {
      return false;
    }
    // The database responds when it has committed.
    if (cut == Cut::after_commit) is_readable(to, 5000);
    return cut == Cut::never;
  }

  const std::uint16_t server_port_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<bool> is_ending_{false};
  std::atomic<int> generation_{0};
  std::atomic<int> cuts_{0};
  std::atomic<Cut> cut_{Cut::never};
  std::thread acceptor_;
  std::list<std::thread> connections_;
};

}  // namespace blotter::testing
