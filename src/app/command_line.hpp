// The whole command line: every command with its options and texts. The program runs it, and the
// manual is generated from it.
#pragma once

#include <cstdlib>
#include <optional>
#include <span>
#include <string>

#include <CLI/App.hpp>

#include "app/command_words.hpp"
#include "app/options.hpp"

namespace blotter::app {

class CommandLine {
 public:
  CommandLine();

  /// The program with its commands, read-only.
  [[nodiscard]] const CLI::App& program() const { return program_; }

  /// Runs the command that `words` name (without the program's name). Returns the exit code: 0, 1
  /// when the command failed, 2 for a usage error. Errors are one line on standard error. Call
  /// once.
  int run(std::span<const std::string> words);

 private:
  void add_serve_command();
  void add_openapi_command();
  void add_help_command();
  void add_version_command();
  void run_command(std::span<const std::string> words);
  void read_settings(const TypedCommand& typed);

  CLI::App program_;
  ServeOptions options_;
  std::optional<std::string> settings_problem_;
  int exit_code_ = EXIT_SUCCESS;
};

}  // namespace blotter::app
