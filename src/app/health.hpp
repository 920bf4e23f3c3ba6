// `blotter health`: whether the server is ready, for container health checks and scripts.
#pragma once

#include <CLI/App.hpp>

namespace blotter::app {

/// `exit_code` becomes 1 when the server is not ready; it must outlive the parsing.
void add_health_command(CLI::App& program, int& exit_code);

}  // namespace blotter::app
