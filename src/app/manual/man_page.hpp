// Manual pages, in the man macros of roff.
#pragma once

#include <string>

#include <CLI/App.hpp>

namespace blotter::app {

/// The page of the program or of one of its commands, with its subcommands. `date` is shown in the
/// footer and may be empty.
std::string man_page(const CLI::App& command, const std::string& date);

/// `blotter-serve`, the name of a command's page; `blotter` for the program.
std::string man_page_name(const CLI::App& command);

}  // namespace blotter::app
