// A configuration file with every option as a comment.
#pragma once

#include <string>

#include <CLI/App.hpp>

namespace blotter::app {

/// `serve` is the command whose options become the lines of the file.
std::string config_example(const CLI::App& serve);

}  // namespace blotter::app
