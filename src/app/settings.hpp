// Values of options from the configuration file and the environment.
#pragma once

#include <CLI/App.hpp>

#include "app/command_words.hpp"

namespace blotter::app {

/// Reads the environment and the file that --config or BLOTTER_CONFIG names (if the command has
/// that option) and sets them as defaults of the command's options. The environment overrides the
/// file, the command line overrides both. The lines of the file are options of `serve`; other
/// commands use those that they have too, and still refuse a file with an invalid line. Call before
/// parsing. Throws UsageError, also for a file that cannot be read.
void apply_settings(const TypedCommand& typed, CLI::App& program, CLI::App& serve);

}  // namespace blotter::app
