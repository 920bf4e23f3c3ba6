// The options of every command that uses a store.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "admin/commands.hpp"

namespace blotter::admin {

struct StoreArguments {
  std::string store = default_store;
  std::string config;  // read when the command line is parsed, before the command runs
};

inline constexpr const char* config_text =
    "Configuration file with lines such as store = \"sqlite:blotter.db\"";

/// --store and --config.
void add_store_arguments(CLI::App& command, StoreArguments& arguments);

}  // namespace blotter::admin
