// What `blotter serve` prints when it listens: the address, and how to sign in.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>

#include "app/demo_access.hpp"
#include "http/server.hpp"

namespace blotter::app {

/// http://127.0.0.1:8080
std::string url_of(const http::ServerOptions& server, std::uint16_t port);

/// For a store without a guild: the link that creates the first one.
void print_setup_link(std::ostream& out, const http::ServerOptions& server, std::uint16_t port,
                      const std::string& token);

/// For a demo: the link that signs in, and a command to paste.
void print_demo(std::ostream& out, const http::ServerOptions& server, std::uint16_t port,
                const DemoAccess& access);

}  // namespace blotter::app
