// Checks the words of a command line against the known commands and options. The library that
// parses them afterwards refuses the same ones, but its messages differ between versions and often
// do not name what was typed.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/App.hpp>

namespace blotter::app {

/// The command line, an environment variable or the configuration file is wrong: exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// `blotter help COMMAND` is read as `blotter COMMAND --help`.
inline constexpr const char* help_command = "help";

struct TypedCommand {
  enum class Action : std::uint8_t { run, help, version };

  CLI::App* command;  // may be the program itself for help and version
  Action action = Action::run;
  std::map<const CLI::Option*, std::vector<std::string>> values = {};
  /// The same words, with `--option=value` split into two.
  std::vector<std::string> words = {};
};

/// `words` are those after the program's name. Throws UsageError with one line that names what was
/// typed.
TypedCommand read_words(CLI::App& program, std::span<const std::string> words);

}  // namespace blotter::app
