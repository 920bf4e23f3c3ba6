// Completion of the command line in bash.
#pragma once

#include <string>

#include <CLI/App.hpp>

namespace blotter::app {

/// A script for bash: commands, subcommands, options, values from a fixed set, and file names.
std::string bash_completion(const CLI::App& program);

}  // namespace blotter::app
