#include "app/address.hpp"

#include <boost/asio/ip/address.hpp>
#include <fmt/format.h>

namespace blotter::app {
namespace {

/// The host as an IP address; for a name, one that is neither loopback nor unspecified.
boost::asio::ip::address literal_of(const std::string& host) {
  boost::system::error_code error;
  const auto literal = boost::asio::ip::make_address(host, error);
  return error ? boost::asio::ip::address_v4::broadcast() : literal;
}

}  // namespace

bool is_loopback(const std::string& host) {
  return host == "localhost" || literal_of(host).is_loopback();
}

bool is_every_address(const std::string& host) { return literal_of(host).is_unspecified(); }

std::string origin_of(http::Transport transport, const std::string& host, std::uint16_t port) {
  return fmt::format("{}://{}:{}", transport == http::Transport::tls ? "https" : "http",
                     http::bracketed(host), port);
}

}  // namespace blotter::app
