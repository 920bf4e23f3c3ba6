// What `blotter serve` prints when it listens: where, and how to get in.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>

#include "app/demo_access.hpp"
#include "http/server.hpp"

namespace blotter::app {

/// http://127.0.0.1:8080
std::string url_of(const http::ServerOptions& server, std::uint16_t port);

/// For a store without a guild: the link that makes the first one.
void print_setup_link(std::ostream& out, const http::ServerOptions& server, std::uint16_t port,
                      const std::string& token);

/// For a demo: the link that signs in, and a line to paste.
void print_demo(std::ostream& out, const http::ServerOptions& server, std::uint16_t port,
                const DemoAccess& access);

}  // namespace blotter::app
