#include "app/help_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/command_facts.hpp"

namespace blotter::app {
namespace {

constexpr std::size_t line_width = 80;
// The text of longer names starts on the next line.
constexpr std::size_t name_width_max = 24;

struct Entry {
  std::string name;
  std::vector<std::string> words;
};

/// The words of the text. A remark in brackets counts as one word, so that it stays on one line.
std::vector<std::string> words_about(const OptionFacts& option) {
  std::vector<std::string> words = words_of(option.text);
  if (option.is_required && !option.is_argument) words.emplace_back("[required]");
  if (option.is_repeatable) words.emplace_back("[may be repeated]");
  if (!option.default_value.empty()) {
    words.push_back(fmt::format("[default: {}]", option.default_value));
  }
  if (!option.environment.empty()) words.push_back(fmt::format("[env: {}]", option.environment));
  return words;
}

Entry entry_of(const OptionFacts& option) {
  const std::string begin = option.short_name.empty() ? "" : option.short_name + ", ";
  return {begin + option.usage(), words_about(option)};
}

/// A heading and two columns.
std::string section(const std::string& heading, const std::vector<Entry>& entries) {
  if (entries.empty()) return "";
  std::size_t width = 0;
  for (const Entry& entry : entries) {
    if (entry.name.size() <= name_width_max) width = std::max(width, entry.name.size());
  }
  const std::size_t indent = std::max<std::size_t>(width, 8) + 4;
  std::string out = "\n" + heading + ":\n";
  for (const Entry& entry : entries) {
    std::string line = "  " + entry.name;
    if (entry.name.size() > width) {
      out += line + "\n";
      line.clear();
    }
    for (const std::string& part : wrapped(entry.words, line_width - indent)) {
      out += fmt::format("{:<{}}{}\n", line, indent, part);
      line.clear();
    }
  }
  return out;
}

}  // namespace

std::string help_text(const CLI::App& command) {
  std::string out =
      fmt::format("{}\n\nUsage: {}\n", command.get_description(), synopsis_of(command));
  std::vector<Entry> entries;
  for (const CLI::App* subcommand : subcommands_of(command)) {
    entries.push_back({subcommand->get_name(), words_of(subcommand->get_description())});
  }
  out += section(command.get_parent() == nullptr ? "Commands" : "Subcommands", entries);
  entries.clear();
  for (const OptionFacts& argument : arguments_of(command)) entries.push_back(entry_of(argument));
  out += section("Arguments", entries);
  for (const OptionGroup& group : option_groups_of(command)) {
    entries.clear();
    for (const OptionFacts& option : group.options) entries.push_back(entry_of(option));
    out += section(group.heading, entries);
  }
  const Notes notes = notes_of(command);
  for (const std::string& remark : notes.remarks) {
    out += "\n";
    for (const std::string& line : wrapped(words_of(remark), line_width)) out += line + "\n";
  }
  if (!notes.examples.empty()) out += "\nExamples:\n";
  for (const std::string& example : notes.examples) out += example + "\n";
  return out;
}

}  // namespace blotter::app
