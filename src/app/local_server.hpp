// Requests from this machine to the server that `blotter serve` runs with the same options.
#pragma once

#include <string>

#include "app/options.hpp"
#include "http/client.hpp"

namespace blotter::app {

/// To the main address. Throws std::runtime_error when --listen cannot be parsed.
http::ClientRequest request_to_server(const ServeOptions& options, std::string target);
/// To the address of the health pages: --metrics-listen, if it is set.
http::ClientRequest request_to_health_pages(const ServeOptions& options, std::string target);

/// `https://127.0.0.1:8443`
std::string origin_of(const http::ClientRequest& request);

}  // namespace blotter::app
