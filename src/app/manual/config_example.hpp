// A configuration file in which every option stands as a comment.
#pragma once

#include <string>

#include <CLI/App.hpp>

namespace blotter::app {

/// `serve` is the command whose options are the lines of the file.
std::string config_example(const CLI::App& serve);

}  // namespace blotter::app
