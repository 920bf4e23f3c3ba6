// The options of every command that works on a store.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "admin/commands.hpp"

namespace blotter::admin {

struct StoreArguments {
  std::string store = default_store;
  std::string config;  // read before the command runs, by whoever parses the command line
};

inline constexpr const char* config_text =
    "Configuration file with lines such as store = \"sqlite:blotter.db\"";

/// --store and --config.
void add_store_arguments(CLI::App& command, StoreArguments& arguments);

}  // namespace blotter::admin
