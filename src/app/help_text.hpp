// What `--help` prints.
#pragma once

#include <string>

#include <CLI/App.hpp>

namespace blotter::app {

std::string help_text(const CLI::App& command);

}  // namespace blotter::app
