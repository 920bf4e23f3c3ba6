// Values of options that do not stand on the command line, but in the configuration file or in the
// environment.
#pragma once

#include <CLI/App.hpp>

#include "app/command_words.hpp"

namespace blotter::app {

/// Reads the file that --config or BLOTTER_CONFIG names, if the command has that option, and the
/// environment, as defaults of the command's options: the environment wins over the file and the
/// command line over both. The lines of the file are options of `serve`; other commands take those
/// that they have too, and still refuse a file with a wrong line. Call before parsing. Throws
/// UsageError, also for a file that cannot be read.
void apply_settings(const TypedCommand& typed, CLI::App& program, CLI::App& serve);

}  // namespace blotter::app
