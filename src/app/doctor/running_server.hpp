// Who answers at the address that the server is to have.
#pragma once

#include <string>

#include "app/options.hpp"
#include "http/client.hpp"

namespace blotter::app::doctor {

struct RunningServer {
  enum class State : std::uint8_t {
    none,             // nobody listens
    blotter,          // as the options say
    other_transport,  // Blotter, but with TLS where the options have none, or the other way round
    silent,           // somebody takes connections and does not answer
    other_program     // another program
  };
  State state = State::none;
  std::string version = {};
  std::string certificate_digest = {};
  /// Why it is no Blotter.
  std::string problem = {};
};

RunningServer find_server(const ServeOptions& options);

}  // namespace blotter::app::doctor
