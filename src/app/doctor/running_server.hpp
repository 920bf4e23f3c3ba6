// What responds at the address on which the server should listen.
#pragma once

#include <string>

#include "app/options.hpp"
#include "http/client.hpp"

namespace blotter::app::doctor {

struct RunningServer {
  enum class State : std::uint8_t {
    none,             // no process listens
    blotter,          // as the options say
    other_transport,  // Blotter, but with TLS where the options have none, or vice versa
    silent,           // a process accepts connections and does not respond
    other_program     // another program
  };
  State state = State::none;
  std::string version = {};
  std::string certificate_digest = {};
  /// Why it is not Blotter.
  std::string problem = {};
};

RunningServer find_server(const ServeOptions& options);

}  // namespace blotter::app::doctor
