#include "app/manual/man_page.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "app/command_facts.hpp"

namespace blotter::app {
namespace {

/// Text that roff prints unchanged.
std::string escaped(const std::string& text) {
  std::string out;
  // A dot or an apostrophe at the beginning of a line would start a roff request.
  if (text.starts_with('.') || text.starts_with('\'')) out += "\\&";
  for (const char c : text) {
    switch (c) {
      case '\\': out += "\\e"; break;
      case '-': out += "\\-"; break;
      case '\'': out += "\\(aq"; break;
      case '^': out += "\\(ha"; break;
      case '~': out += "\\(ti"; break;
      case '`': out += "\\(ga"; break;
      default: out += c;
    }
  }
  return out;
}

/// Text in lines of moderate length, which is usual for roff sources.
std::string paragraph(const std::string& text) {
  constexpr std::size_t line_width = 72;
  std::string out;
  for (const std::string& line : wrapped(words_of(text), line_width)) out += escaped(line) + "\n";
  return out;
}

std::string bold(const std::string& text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + escaped(text) + "\\fR"; }

std::string upper(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

/// Lower-cases the first letter, unless the word is an abbreviation. Removes the program's name and
/// the full stop.
std::string in_a_sentence(std::string text) {
  constexpr std::string_view subject = "Blotter ";
  if (text.starts_with(subject)) text.erase(0, subject.size());
  if (text.ends_with('.')) text.pop_back();
  if (text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0) {
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  }
  return text;
}

/// `blotter key create` and the rest of its synopsis, in which the names of values are capitals.
std::string synopsis(const CLI::App& command) {
  const std::string name = full_name_of(command);
  return bold(name) + escaped(synopsis_of(command).substr(name.size()));
}

std::string entry(const OptionFacts& option) {
  std::string head = option.is_argument ? italic(option.name) : bold(option.name);
  if (!option.short_name.empty()) head = bold(option.short_name) + ", " + head;
  if (!option.value.empty()) head += " " + italic(option.value);
  std::string text = option.text;
  if (!text.ends_with('.')) text += ".";
  if (option.is_required && !option.is_argument) text += " Required.";
  if (option.is_repeatable) text += " May be repeated.";
  if (!option.default_value.empty()) text += fmt::format(" Default: {}.", option.default_value);
  if (!option.environment.empty()) text += fmt::format(" Environment: {}.", option.environment);
  return fmt::format(".TP\n{}\n{}", head, paragraph(text));
}

/// Arguments and options of one command, with headings if there is more than one group.
std::string options(const CLI::App& command) {
  std::string out;
  for (const OptionFacts& argument : arguments_of(command)) out += entry(argument);
  const auto groups = option_groups_of(command);
  for (const OptionGroup& group : groups) {
    if (groups.size() > 1) out += fmt::format(".SS {}\n", escaped(group.heading));
    for (const OptionFacts& option : group.options) out += entry(option);
  }
  return out;
}

std::string remarks(const CLI::App& command) {
  std::string out;
  for (const std::string& remark : notes_of(command).remarks) {
    out += ".PP\n" + paragraph(remark);
  }
  return out;
}

std::string examples(const CLI::App& command) {
  std::string out = ".PP\n.nf\n";
  for (const std::string& example : notes_of(command).examples) out += escaped(example) + "\n";
  return out + ".fi\n";
}

/// `blotter guild create ID [OPTION]...` with its options, remarks and examples.
std::string subcommand(const CLI::App& command) {
  std::string out = fmt::format(".SS {}\n{}.\n", escaped(full_name_of(command)),
                                escaped(command.get_description()));
  out += fmt::format(".PP\n{}\n", synopsis(command));
  out += options(command) + remarks(command);
  return out + ".PP\nExamples:\n" + examples(command);
}

std::string see_also(const CLI::App& command) {
  std::vector<std::string> pages;
  const CLI::App* program = command.get_parent() == nullptr ? &command : command.get_parent();
  if (program != &command) pages.push_back(man_page_name(*program));
  for (const CLI::App* other : subcommands_of(*program)) {
    if (other != &command) pages.push_back(man_page_name(*other));
  }
  std::string out = ".SH SEE ALSO\n";
  for (std::size_t i = 0; i < pages.size(); ++i) {
    out += fmt::format(".BR {} (1){}\n", escaped(pages[i]), i + 1 == pages.size() ? "" : ",");
  }
  return out;
}

std::string exit_status() {
  return ".SH EXIT STATUS\n"
         ".TP\n0\nThe command succeeded.\n"
         ".TP\n1\nThe command failed; one line on standard error says why.\n"
         ".TP\n2\nThe command line, the environment or the configuration file is wrong.\n";
}

std::string commands(const CLI::App& program) {
  std::string out = ".SH COMMANDS\n";
  for (const CLI::App* command : subcommands_of(program)) {
    out += fmt::format(".TP\n{}\n{}. See\n.BR {} (1).\n", bold(command->get_name()),
                       escaped(command->get_description()), escaped(man_page_name(*command)));
  }
  return out;
}

}  // namespace

std::string man_page_name(const CLI::App& command) {
  std::string name = full_name_of(command);
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string man_page(const CLI::App& command, const std::string& date) {
  const std::string name = man_page_name(command);
  const bool is_program = command.get_parent() == nullptr;
  std::string out = fmt::format(".TH {} 1 \"{}\" \"Blotter {}\" \"User Commands\"\n",
                                escaped(upper(name)), date, BLOTTER_VERSION);
  out += ".nh\n.ad l\n";  // so that names of options and URLs are not split
  out += fmt::format(".SH NAME\n{} \\- {}\n", escaped(name),
                     escaped(in_a_sentence(command.get_description())));
  const auto subcommands = subcommands_of(command);
  out += ".SH SYNOPSIS\n";
  if (subcommands.empty() || is_program) {
    out += synopsis(command) + "\n";
  } else {
    for (std::size_t i = 0; i < subcommands.size(); ++i) {
      out += (i == 0 ? "" : ".br\n") + synopsis(*subcommands[i]) + "\n";
    }
  }
  const std::string about = remarks(command);
  if (!about.empty()) out += ".SH DESCRIPTION\n" + about.substr(about.find('\n') + 1);
  if (is_program) {
    out += commands(command);
  } else if (!subcommands.empty()) {
    out += ".SH SUBCOMMANDS\n";
    for (const CLI::App* one : subcommands) out += subcommand(*one);
  }
  if (is_program || subcommands.empty()) out += ".SH OPTIONS\n" + options(command);
  out += ".SH EXAMPLES\n" + examples(command).substr(4);
  return out + exit_status() + see_also(command);
}

}  // namespace blotter::app
