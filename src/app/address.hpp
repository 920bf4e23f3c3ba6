// The addresses that a server listens on: who can reach them, and how they are written.
#pragma once

#include <cstdint>
#include <string>

#include "http/client.hpp"

namespace blotter::app {

/// Whether only this machine can reach it. A name other than localhost may mean any address.
bool is_loopback(const std::string& host);

/// Whether it means every address of the machine: 0.0.0.0 or ::.
bool is_every_address(const std::string& host);

/// `https://127.0.0.1:8443`
std::string origin_of(http::Transport transport, const std::string& host, std::uint16_t port);

}  // namespace blotter::app
