// The administrative commands. Each function adds a command, which runs when it is chosen.
#pragma once

#include <string>

#include <CLI/App.hpp>

namespace blotter::admin {

inline constexpr const char* default_store = "sqlite:blotter.db";

void add_guild_command(CLI::App& app);
void add_key_command(CLI::App& app);
void add_db_command(CLI::App& app);
void add_copy_command(CLI::App& app);
void add_webhook_command(CLI::App& app);

}  // namespace blotter::admin
