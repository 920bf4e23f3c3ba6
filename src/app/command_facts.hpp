// What the texts about a command are made of: help, manual, completion and messages.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

namespace blotter::app {

/// An option, or an argument without a name on the command line.
struct OptionFacts {
  std::string name;        // --listen, or ID for an argument
  std::string short_name;  // -h
  std::string value;       // ADDRESS:PORT, or text|json where these are all; empty for a flag
  std::string text;
  std::string default_value;  // empty for none
  std::string environment;    // BLOTTER_LISTEN
  std::string group;          // under which heading it is listed
  bool is_argument = false;
  bool is_required = false;
  bool is_repeatable = false;

  /// `--listen ADDRESS:PORT`
  [[nodiscard]] std::string usage() const { return value.empty() ? name : name + " " + value; }
  /// All values that it can have, if that is a fixed set.
  [[nodiscard]] std::vector<std::string> choices() const;
};

OptionFacts facts_of(const CLI::Option& option);

/// The arguments in the order in which they are given.
std::vector<OptionFacts> arguments_of(const CLI::App& command);

struct OptionGroup {
  std::string heading;
  std::vector<OptionFacts> options;
};
/// The options by heading, in the order in which they were added; --help comes last. Those without
/// a heading are hidden.
std::vector<OptionGroup> option_groups_of(const CLI::App& command);

std::vector<const CLI::App*> subcommands_of(const CLI::App& command);

/// `key create`; empty for the program itself.
std::string path_of(const CLI::App& command);
/// `blotter key create`
std::string full_name_of(const CLI::App& command);
/// `blotter key create --guild ID [OPTION]...`
std::string synopsis_of(const CLI::App& command);

/// What stands below the options: remarks, and the commands after the line `Examples:`.
struct Notes {
  std::vector<std::string> remarks;  // paragraphs, which empty lines divide
  std::vector<std::string> examples;
};
Notes notes_of(const CLI::App& command);

std::vector<std::string> words_of(const std::string& text);
/// The words in lines of at most `width` characters; a word may hold blanks.
std::vector<std::string> wrapped(const std::vector<std::string>& words, std::size_t width);

/// `a, b or c`
std::string alternatives(const std::vector<std::string>& words);

}  // namespace blotter::app
