// `blotter serve`: opens the store, starts the servers and the housekeeping, and stops cleanly.
#pragma once

#include "app/options.hpp"

namespace blotter::app {

/// Returns when a signal asks the process to end. Throws with one line for the operator.
/// Conflicting options are refused before this call.
void serve(const ServeOptions& options);

}  // namespace blotter::app
