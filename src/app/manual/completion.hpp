// Completion of the command line in bash.
#pragma once

#include <string>

#include <CLI/App.hpp>

namespace blotter::app {

/// A script for bash: commands, subcommands, options, their values where these are a fixed set, and
/// the names of files.
std::string bash_completion(const CLI::App& program);

}  // namespace blotter::app
