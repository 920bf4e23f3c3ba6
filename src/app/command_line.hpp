// The whole command line in one place: every command with its options and texts. The program runs
// it, the manual is written from it.
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

  /// The program with its commands, to be read.
  [[nodiscard]] const CLI::App& program() const { return program_; }

  /// Runs the command that the words name, those after the program's name, and gives the exit code:
  /// 0, 1 when the command failed, 2 when it was not understood. What goes wrong is one line on
  /// standard error. Call once.
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
