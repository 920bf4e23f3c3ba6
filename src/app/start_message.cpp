#include "app/start_message.hpp"

#include <boost/url/encode.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>
#include <fmt/format.h>

#include "app/address.hpp"

namespace blotter::app {
namespace {

std::string url_to(const http::ServerOptions& server, std::uint16_t port, const std::string& host) {
  return origin_of(server.tls ? http::Transport::tls : http::Transport::plain, host, port);
}

/// The URL for a browser on this machine.
std::string link_base(const http::ServerOptions& server, std::uint16_t port) {
  return url_to(server, port, is_every_address(server.address) ? "localhost" : server.address);
}

void print_network_notes(std::ostream& out, const http::ServerOptions& server) {
  if (is_every_address(server.address)) {
    out << "From another machine, replace localhost with this machine's name.\n";
  }
  if (!is_loopback(server.address) && !server.tls) {
    out << "Warning: without TLS, others on the network can read the link and the key. Use\n"
           "--tls-cert and --tls-key, or listen on 127.0.0.1 behind a proxy that has TLS.\n";
  }
}

}  // namespace

std::string url_of(const http::ServerOptions& server, std::uint16_t port) {
  return url_to(server, port, server.address);
}

void print_setup_link(std::ostream& out, const http::ServerOptions& server, std::uint16_t port,
                      const std::string& token) {
  // After the #, which browsers do not send, so that it reaches no server and no log.
  out << fmt::format(
      "\nThere is no community yet. Open this link to create yours; it works once, within an "
      "hour:\n"
      "\n  {}/#/setup/{}\n\n",
      link_base(server, port), token);
  print_network_notes(out, server);
}

void print_demo(std::ostream& out, const http::ServerOptions& server, std::uint16_t port,
                const DemoAccess& access) {
  const std::string url = link_base(server, port);
  const std::string& key = access.key.reveal();
  const std::string& guild = access.guild.str();
  // The line is meant for a shell, and the name is user input.
  const std::string name = boost::urls::encode(access.civilian, boost::urls::unreserved_chars);
  const std::string_view trust = server.tls ? "-k " : "";
  out << fmt::format(
      "\n  Guild  {0}\n  Key    {1}\n\n"
      "Open the console, signed in:\n\n"
      "  {3}/#/sign-in/{0}/{1}\n\n"
      "Or look up a civilian from a second terminal ({3}/docs describes the API):\n\n"
      "  curl -sw '\\n' {2}-H 'Authorization: {1}' -H 'Guild: {0}' "
      "'{3}/api/civilian/info?name={4}'\n\n",
      guild, key, trust, url, name);
  print_network_notes(out, server);
  out << "Stop with Ctrl-C; the records are kept.\n";
}

}  // namespace blotter::app
