// `blotter serve`: opens the store, starts the servers, keeps house, and stops cleanly.
#pragma once

#include "app/options.hpp"

namespace blotter::app {

/// Returns when the process was asked to end. Throws with one line for the operator. Options that
/// do not go together are found before.
void serve(const ServeOptions& options);

}  // namespace blotter::app
