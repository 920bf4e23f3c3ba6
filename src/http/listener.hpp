// Accepts connections and distributes them over the workers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "http/connection_count.hpp"
#include "http/stream_session.hpp"
#include "http/worker.hpp"

namespace blotter::http {

/// The endpoint to bind for an address or a name. A name resolves to its IPv4 address if it has
/// one: clients that try IPv6 first fall back to IPv4, while few fall back the other way.
boost::asio::ip::tcp::endpoint resolve(const std::string& address, std::uint16_t port,
                                       boost::system::error_code& error);

/// Checks whether servers could listen on these addresses now, all at the same time: each address
/// stays bound until this object is destroyed. Accepts no connections.
class AddressCheck {
 public:
  /// Throws std::runtime_error with one line.
  void add(const std::string& address, std::uint16_t port);

 private:
  boost::asio::io_context context_;
  std::vector<boost::asio::ip::tcp::acceptor> acceptors_;
};

/// One listening socket, on the first worker's thread, instead of one per thread with SO_REUSEPORT.
/// With that option a second blotter of the same user could bind the same port without an error and
/// take half of the clients. Without it the kernel itself refuses the second bind, so there is no
/// race between a check and the bind. Round robin also spreads few connections better than the
/// kernel's hash. The price is one hop between threads per connection, not per request.
class Listener {
 public:
  using Workers = std::vector<std::shared_ptr<Worker>>;

  /// `tls` is null for plain TCP. All arguments must outlive the listener; the listener must
  /// outlive the workers' threads.
  Listener(const Workers& workers, ConnectionCount& connection_count,
           boost::asio::ssl::context* tls);

  /// Throws std::runtime_error with one line.
  void listen(const std::string& address, std::uint16_t port);
  [[nodiscard]] std::uint16_t port() const { return port_; }
  /// Connections wait in the kernel's backlog until this call.
  void start();
  /// Returns when no more connections are accepted. Any thread but a worker's may call it.
  void stop();

 private:
  void accept();
  void on_accept(const boost::system::error_code& error, Socket socket);
  void take_in(Socket socket);
  void accept_later();

  const Workers& workers_;
  ConnectionCount& connection_count_;
  boost::asio::ssl::context* tls_;
  boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, boost::asio::io_context::executor_type>
      acceptor_;
  boost::asio::steady_timer retry_timer_;
  std::uint16_t port_ = 0;
  std::size_t turn_ = 0;
  std::optional<CountGuard> handshake_;  // with TLS, for the next connection
};

}  // namespace blotter::http
