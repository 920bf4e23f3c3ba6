#include "app/command_facts.hpp"

#include <algorithm>
#include <sstream>

namespace blotter::app {
namespace {

constexpr std::string_view examples_heading = "Examples:";
constexpr const char* last_heading = "Options";

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

}  // namespace

std::vector<std::string> OptionFacts::choices() const {
  return value.find('|') == std::string::npos ? std::vector<std::string>() : split(value, '|');
}

OptionFacts facts_of(const CLI::Option& option) {
  OptionFacts facts;
  facts.is_argument = option.get_positional();
  facts.name = facts.is_argument ? option.get_name(true) : "--" + option.get_lnames().front();
  if (!option.get_snames().empty()) facts.short_name = "-" + option.get_snames().front();
  const bool is_flag = option.get_items_expected_max() == 0;
  if (!is_flag && !facts.is_argument) facts.value = option.get_type_name();
  facts.text = option.get_description();
  facts.default_value = is_flag ? "" : option.get_default_str();
  facts.environment = option.get_envname();
  facts.group = option.get_group();
  facts.is_required = option.get_required();
  facts.is_repeatable = option.get_items_expected_max() > 1;
  return facts;
}

std::vector<OptionFacts> arguments_of(const CLI::App& command) {
  std::vector<OptionFacts> arguments;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) arguments.push_back(facts_of(*option));
  }
  return arguments;
}

std::vector<OptionGroup> option_groups_of(const CLI::App& command) {
  std::vector<OptionGroup> groups;
  OptionGroup last{last_heading, {}};
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional() || option->get_group().empty()) continue;
    OptionFacts facts = facts_of(*option);
    if (facts.group == last_heading) {
      last.options.push_back(std::move(facts));
      continue;
    }
    auto group = std::ranges::find(groups, facts.group, &OptionGroup::heading);
    if (group == groups.end()) group = groups.insert(group, {facts.group, {}});
    group->options.push_back(std::move(facts));
  }
  // The library adds its own flag --help first; move it to the end.
  std::ranges::rotate(last.options, last.options.begin() + 1);
  groups.push_back(std::move(last));
  return groups;
}

std::vector<const CLI::App*> subcommands_of(const CLI::App& command) {
  return command.get_subcommands(std::function<bool(const CLI::App*)>());
}

std::string path_of(const CLI::App& command) {
  if (command.get_parent() == nullptr) return "";
  const std::string parent = path_of(*command.get_parent());
  return parent.empty() ? command.get_name() : parent + " " + command.get_name();
}

std::string full_name_of(const CLI::App& command) {
  return command.get_parent() == nullptr
             ? command.get_name()
             : full_name_of(*command.get_parent()) + " " + command.get_name();
}

std::string synopsis_of(const CLI::App& command) {
  std::string synopsis = full_name_of(command);
  if (!subcommands_of(command).empty()) {
    return synopsis + (command.get_parent() == nullptr ? " COMMAND" : " SUBCOMMAND") +
           " [OPTION]...";
  }
  for (const OptionFacts& argument : arguments_of(command)) {
    synopsis += argument.is_required ? " " + argument.name : " [" + argument.name + "]";
  }
  for (const OptionGroup& group : option_groups_of(command)) {
    for (const OptionFacts& option : group.options) {
      if (option.is_required) synopsis += " " + option.usage();
    }
  }
  return synopsis + " [OPTION]...";
}

Notes notes_of(const CLI::App& command) {
  Notes notes;
  bool is_example = false;
  bool is_paragraph_open = false;
  for (const std::string& line : split(command.get_footer(), '\n')) {
    if (line == examples_heading) {
      is_example = true;
    } else if (is_example) {
      if (!line.empty()) notes.examples.push_back(line);
    } else if (is_paragraph_open && !line.empty()) {
      notes.remarks.back() += " " + line;
    } else if (!line.empty()) {
      notes.remarks.push_back(line);
    }
    is_paragraph_open = !line.empty();
  }
  return notes;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::vector<std::string> wrapped(const std::vector<std::string>& words, std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string& word : words) {
    if (lines.empty() || lines.back().size() + 1 + word.size() > width) {
      lines.push_back(word);
    } else {
      lines.back() += " " + word;
    }
  }
  return lines;
}

std::string alternatives(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

}  // namespace blotter::app
