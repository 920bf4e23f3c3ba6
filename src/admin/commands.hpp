// The administrative commands. Each adds itself to the command line and runs when it was chosen.
#pragma once

#include <string>

#include <CLI/App.hpp>

namespace blotter::admin {

inline constexpr const char* default_store = "sqlite:blotter.db";

/// `store` is where the records are unless the command line or the environment says otherwise.
void add_guild_command(CLI::App& app, const std::string& store);
void add_key_command(CLI::App& app, const std::string& store);
void add_db_command(CLI::App& app, const std::string& store);
void add_copy_command(CLI::App& app);

}  // namespace blotter::admin
