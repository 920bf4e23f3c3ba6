// The facts about a command from which help, manual, completion and messages are made.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

namespace blotter::app {

/// An option, or a positional argument.
struct OptionFacts {
  std::string name;        // --listen, or ID for an argument
  std::string short_name;  // -h
  std::string value;       // ADDRESS:PORT, or text|json for a fixed set; empty for a flag
  std::string text;
  std::string default_value;  // empty for none
  std::string environment;    // BLOTTER_LISTEN
  std::string group;          // the heading under which it is listed
  bool is_argument = false;
  bool is_required = false;
  bool is_repeatable = false;

  /// `--listen ADDRESS:PORT`
  [[nodiscard]] std::string usage() const { return value.empty() ? name : name + " " + value; }
  /// All possible values, if they are a fixed set.
  [[nodiscard]] std::vector<std::string> choices() const;
};

OptionFacts facts_of(const CLI::Option& option);

/// The positional arguments in their order.
std::vector<OptionFacts> arguments_of(const CLI::App& command);

struct OptionGroup {
  std::string heading;
  std::vector<OptionFacts> options;
};
/// The options by heading, in the order in which they were added; --help comes last. Options
/// without a heading are hidden.
std::vector<OptionGroup> option_groups_of(const CLI::App& command);

std::vector<const CLI::App*> subcommands_of(const CLI::App& command);

/// `key create`; empty for the program itself.
std::string path_of(const CLI::App& command);
/// `blotter key create`
std::string full_name_of(const CLI::App& command);
/// `blotter key create --guild ID [OPTION]...`
std::string synopsis_of(const CLI::App& command);

/// The text below the options: remarks, and the commands after the line `Examples:`.
struct Notes {
  std::vector<std::string> remarks;  // paragraphs, separated by empty lines
  std::vector<std::string> examples;
};
Notes notes_of(const CLI::App& command);

std::vector<std::string> words_of(const std::string& text);
/// The words in lines of at most `width` characters; a word may contain spaces.
std::vector<std::string> wrapped(const std::vector<std::string>& words, std::size_t width);

/// `a, b or c`
std::string alternatives(const std::vector<std::string>& words);

}  // namespace blotter::app
