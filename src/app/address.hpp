// Addresses that a server listens on: who reaches them, and how they are written.
#pragma once

#include <cstdint>
#include <string>

#include "http/client.hpp"

namespace blotter::app {

/// Whether only this machine reaches it. A name other than localhost may stand for anything.
bool is_loopback(const std::string& host);

/// Whether it stands for every address of the machine: 0.0.0.0 or ::.
bool is_every_address(const std::string& host);

/// `https://127.0.0.1:8443`
std::string origin_of(http::Transport transport, const std::string& host, std::uint16_t port);

}  // namespace blotter::app
