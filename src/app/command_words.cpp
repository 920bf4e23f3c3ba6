#include "app/command_words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/closest_word.hpp"
#include "app/command_facts.hpp"

namespace blotter::app {
namespace {

/// `serve`, `key create`; `blotter` for the program.
std::string title_of(const CLI::App& command) {
  const std::string path = path_of(command);
  return path.empty() ? full_name_of(command) : path;
}

/// ` See blotter serve --help`, the end of an error message.
std::string see_help_of(const CLI::App& command) {
  return fmt::format(" See {} --help", full_name_of(command));
}

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& known) {
  const auto closest = closest_word(typed, known);
  return closest ? fmt::format("; did you mean {}?", *closest) : ".";
}

std::vector<std::string> names_of_subcommands(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* subcommand : subcommands_of(command))
    names.push_back(subcommand->get_name());
  return names;
}

std::vector<std::string> names_of_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const OptionGroup& group : option_groups_of(command)) {
    for (const OptionFacts& option : group.options) names.push_back(option.name);
  }
  return names;
}

CLI::App* find_subcommand(CLI::App& command, const std::string& name) {
  for (CLI::App* subcommand : command.get_subcommands(std::function<bool(CLI::App*)>())) {
    if (subcommand->get_name() == name) return subcommand;
  }
  return nullptr;
}

CLI::App& subcommand_of(CLI::App& command, const std::string& name) {
  if (CLI::App* found = find_subcommand(command, name)) return *found;
  const std::string hint = did_you_mean(name, names_of_subcommands(command)) + see_help_of(command);
  if (command.get_parent() == nullptr) {
    throw UsageError(fmt::format("there is no command {}{}", name, hint));
  }
  throw UsageError(fmt::format("{} has no subcommand {}{}", title_of(command), name, hint));
}

/// The command of this path, such as `key create`. Throws UsageError.
CLI::App& command_of(CLI::App& program, std::span<const std::string> path) {
  CLI::App* command = &program;
  for (const std::string& name : path) command = &subcommand_of(*command, name);
  return *command;
}

/// Reads from left to right. `command()` is the command that the words so far name.
class WordReader {
 public:
  WordReader(CLI::App& program, std::span<const std::string> words)
      : words_(words), typed_{.command = &program} {}

  TypedCommand read() {
    while (position_ < words_.size() && typed_.action == TypedCommand::Action::run) {
      const std::string& word = words_[position_++];
      if (!is_only_arguments_ && word == "--") {
        is_only_arguments_ = true;
        typed_.words.push_back(word);
      } else if (!is_only_arguments_ && word.size() > 1 && word.front() == '-') {
        read_option(word);
      } else {
        read_plain(word);
      }
    }
    if (words_.empty()) typed_.action = TypedCommand::Action::help;
    if (typed_.action == TypedCommand::Action::run) check_complete();
    if (path_of(command()) == help_command && typed_.action == TypedCommand::Action::run) {
      typed_.command = &command_of(*command().get_parent(), arguments_);
      typed_.action = TypedCommand::Action::help;
    }
    return std::move(typed_);
  }

 private:
  void read_plain(const std::string& word) {
    typed_.words.push_back(word);
    if (!subcommands_of(command()).empty()) {
      typed_.command = &subcommand_of(command(), word);
      return;
    }
    const auto known = arguments_of(command());
    arguments_.push_back(word);
    if (arguments_.size() <= known.size()) return;
    const std::string refusal =
        known.empty() ? fmt::format("{} takes no argument {}", title_of(command()), word)
                      : fmt::format("{} takes no argument after {}, but {} follows",
                                    title_of(command()), known.back().name, word);
    throw UsageError(refusal + "." + see_help_of(command()));
  }

  void read_option(const std::string& word) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const CLI::Option* option = command().get_option_no_throw(name);
    if (option == nullptr || option->get_positional()) refuse_option(name);
    const OptionFacts facts = facts_of(*option);
    if (facts.name == "--help") typed_.action = TypedCommand::Action::help;
    if (facts.name == "--version") typed_.action = TypedCommand::Action::version;
    typed_.words.push_back(facts.name);
    auto& values = typed_.values[option];
    if (!values.empty() && !facts.is_repeatable) {
      throw UsageError(fmt::format("{} {} is given twice.{}", title_of(command()), name,
                                   see_help_of(command())));
    }
    const bool has_value = equals != std::string::npos;
    if (facts.value.empty()) {
      if (has_value) {
        throw UsageError(fmt::format("{} {} takes no value.{}", title_of(command()), name,
                                     see_help_of(command())));
      }
      values.emplace_back();
      return;
    }
    values.push_back(has_value ? word.substr(equals + 1) : next_value(facts));
    typed_.words.push_back(values.back());
  }

  /// The word after an option, which must not be another option of the same command.
  std::string next_value(const OptionFacts& option) {
    const std::string wanted =
        fmt::format("{} {} needs a value, {}", title_of(command()), option.name, option.value);
    if (position_ == words_.size()) throw UsageError(wanted + "." + see_help_of(command()));
    const std::string& word = words_[position_];
    const std::string name = word.substr(0, word.find('='));
    if (name.starts_with("-") && command().get_option_no_throw(name) != nullptr) {
      throw UsageError(
          fmt::format("{}, but the option {} follows.{}", wanted, name, see_help_of(command())));
    }
    ++position_;
    return word;
  }

  [[noreturn]] void refuse_option(const std::string& name) {
    if (!subcommands_of(command()).empty()) refuse_early_option(name);
    const bool is_program = command().get_parent() == nullptr;
    throw UsageError(
        fmt::format("{} no option {}{}{}", is_program ? "there is" : title_of(command()) + " has",
                    name, did_you_mean(name, names_of_options(command())), see_help_of(command())));
  }

  /// An option before the command that has it: `blotter --store x serve`.
  void refuse_early_option(const std::string& name) {
    CLI::App* owner = &command();
    for (const std::string& word : words_.subspan(position_)) {
      if (CLI::App* named = find_subcommand(*owner, word)) owner = named;
    }
    const CLI::Option* option = owner->get_option_no_throw(name);
    if (option == nullptr) {
      owner = owner_of(*owner, name);
      if (owner == nullptr) return;
      option = owner->get_option_no_throw(name);
    }
    throw UsageError(fmt::format("{} comes after the {}: {} {}", name,
                                 command().get_parent() == nullptr ? "command" : "subcommand",
                                 full_name_of(*owner), facts_of(*option).usage()));
  }

  /// The first command below this one that has the option.
  static CLI::App* owner_of(CLI::App& command, const std::string& name) {
    for (CLI::App* subcommand : command.get_subcommands(std::function<bool(CLI::App*)>())) {
      if (subcommand->get_option_no_throw(name) != nullptr) return subcommand;
      if (CLI::App* owner = owner_of(*subcommand, name)) return owner;
    }
    return nullptr;
  }

  /// Throws when something required is missing.
  void check_complete() {
    const auto subcommands = names_of_subcommands(command());
    if (!subcommands.empty()) {
      throw UsageError(fmt::format("{} needs a {}: {}.{}", title_of(command()),
                                   command().get_parent() == nullptr ? "command" : "subcommand",
                                   alternatives(subcommands), see_help_of(command())));
    }
    std::size_t arguments_left = arguments_.size();
    for (const CLI::Option* option : command().get_options()) {
      const OptionFacts facts = facts_of(*option);
      const bool is_given = facts.is_argument ? arguments_left > 0 : typed_.values.contains(option);
      if (facts.is_argument && arguments_left > 0) --arguments_left;
      if (facts.is_required && !is_given) {
        throw UsageError(fmt::format("{} needs {}{}.{}", title_of(command()),
                                     facts.is_argument ? "the argument " : "", facts.usage(),
                                     see_help_of(command())));
      }
    }
  }

  [[nodiscard]] CLI::App& command() const { return *typed_.command; }

  std::span<const std::string> words_;
  std::size_t position_ = 0;
  std::vector<std::string> arguments_;
  bool is_only_arguments_ = false;
  TypedCommand typed_;
};

}  // namespace

TypedCommand read_words(CLI::App& program, std::span<const std::string> words) {
  return WordReader(program, words).read();
}

}  // namespace blotter::app
