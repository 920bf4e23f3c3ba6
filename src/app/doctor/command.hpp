// `blotter doctor`: finds problems of an installation and says what to do.
#pragma once

#include <optional>
#include <string>

#include <CLI/App.hpp>

namespace blotter::app {

inline constexpr const char* doctor_command = "doctor";

/// `settings_problem` is the problem with the environment or the configuration file, if any.
/// `exit_code` becomes 1 when an error is found. Both are used when the command runs.
void add_doctor_command(CLI::App& program, const std::optional<std::string>& settings_problem,
                        int& exit_code);

}  // namespace blotter::app
