// Takes connections in and spreads them over the workers.
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

#include "http/census.hpp"
#include "http/stream_session.hpp"
#include "http/worker.hpp"

namespace blotter::http {

/// Where a listener for an address or a name listens. A name stands for its IPv4 address if it has
/// one: clients that try IPv6 first fall back to that, while few fall back the other way.
boost::asio::ip::tcp::endpoint resolve(const std::string& address, std::uint16_t port,
                                       boost::system::error_code& error);

/// Finds out whether servers could listen at these addresses now, all at the same time: each is
/// held until the end of this object. Serves nobody.
class AddressCheck {
 public:
  /// Throws std::runtime_error with one line.
  void add(const std::string& address, std::uint16_t port);

 private:
  boost::asio::io_context context_;
  std::vector<boost::asio::ip::tcp::acceptor> acceptors_;
};

/// One listening socket, on the first worker's thread, instead of one per thread with
/// SO_REUSEPORT: with that option a second blotter of the same user would bind the same port
/// without an error and take half of the clients. Without it the kernel itself refuses, there is
/// no moment between asking and binding, and taking turns spreads few connections better than the
/// kernel's hash. The price is one hop per connection, not per request.
class Listener {
 public:
  using Workers = std::vector<std::shared_ptr<Worker>>;

  /// `tls` is null for plain TCP. All must outlive the listener, and the workers' threads it.
  Listener(const Workers& workers, Census& census, boost::asio::ssl::context* tls);

  /// Throws std::runtime_error with one line.
  void listen(const std::string& address, std::uint16_t port);
  [[nodiscard]] std::uint16_t port() const { return port_; }
  /// Connections wait in the kernel until this.
  void start();
  /// Returns when no more connections are taken in; from any thread but the workers'.
  void stop();

 private:
  void accept();
  void on_accept(const boost::system::error_code& error, Socket socket);
  void take_in(Socket socket);
  void accept_later();

  const Workers& workers_;
  Census& census_;
  boost::asio::ssl::context* tls_;
  boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, boost::asio::io_context::executor_type>
      acceptor_;
  boost::asio::steady_timer retry_timer_;
  std::uint16_t port_ = 0;
  std::size_t turn_ = 0;
  std::optional<Seat> handshake_;  // for the connection that comes next, with TLS
};

}  // namespace blotter::http
