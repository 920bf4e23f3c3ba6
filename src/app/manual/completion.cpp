#include "app/manual/completion.hpp"

#include <fmt/format.h>

#include "app/command_facts.hpp"

namespace blotter::app {
namespace {

constexpr const char* begin =
    R"(# bash completion for blotter, made from the program's own command line

_blotter() {
  # Split at blanks alone: COMP_WORDS is also split at = and :, which values contain.
  local line=${COMP_LINE:0:COMP_POINT} word path='' option='' values='' kind='' prefix='' help=''
  local -a words
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  local current=${words[-1]}
  COMPREPLY=()

  # Which command the words before this one name, and which option waits for a value.
  for word in "${words[@]:1:${#words[@]}-2}"; do
    if [[ -n $option ]]; then
      option=''
      continue
    fi
    [[ $path == help ]] && path='' help=yes
    case "$path $word" in
)";

constexpr const char* middle = R"(    esac
  done
  if [[ $current == --*=* ]]; then
    option=${current%%=*}
    current=${current#*=}
    # Where = does not divide words, the reply replaces all of this one; so with : below.
    [[ $COMP_WORDBREAKS == *=* ]] || prefix=$option=
  fi

  if [[ -z $option ]]; then
    case $path in
)";

constexpr const char* before_values = R"(    esac
  else
    case "$path $option" in
)";

constexpr const char* end = R"(    esac
  fi

  case $kind in
    file)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      ;;
    store)
      if [[ $current == sqlite:* ]]; then
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "${current#sqlite:}")
        if [[ $COMP_WORDBREAKS == *:* ]]; then prefix=''; else prefix+=sqlite:; fi
      else
        compopt -o nospace
        mapfile -t COMPREPLY < <(compgen -W 'sqlite: postgres://' -- "$current")
      fi
      ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$values" ${help:+-X '-*'} -- "$current") ;;
  esac
  COMPREPLY=("${COMPREPLY[@]/#/$prefix}")
}

complete -F _blotter blotter
)";

void add_to(std::string& list, const std::string& word) {
  if (!list.empty()) list += ' ';
  list += word;
}

/// Visits this command and all below it.
template <class Visit>
void for_each_command(const CLI::App& command, Visit visit) {
  visit(command);
  for (const CLI::App* subcommand : subcommands_of(command)) for_each_command(*subcommand, visit);
}

template <class Visit>
void for_each_option(const CLI::App& command, Visit visit) {
  for (const OptionGroup& group : option_groups_of(command)) {
    for (const OptionFacts& option : group.options) visit(option);
  }
}

/// `' serve') path=serve ;;`
std::string paths(const CLI::App& program) {
  std::string out;
  for_each_command(program, [&](const CLI::App& command) {
    if (command.get_parent() == nullptr) return;
    out += fmt::format("      '{} {}') path='{}' ;;\n", path_of(*command.get_parent()),
                       command.get_name(), path_of(command));
  });
  for_each_command(program, [&](const CLI::App& command) {
    std::string waiting;
    for_each_option(command, [&](const OptionFacts& option) {
      if (option.value.empty()) return;
      waiting +=
          fmt::format("{}'{} {}'", waiting.empty() ? "" : " | ", path_of(command), option.name);
    });
    if (!waiting.empty()) out += fmt::format("      {}) option=$word ;;\n", waiting);
  });
  return out;
}

/// The words that may follow each command.
std::string words(const CLI::App& program) {
  std::string out;
  for_each_command(program, [&](const CLI::App& command) {
    std::string list;
    // `help` is followed by the same commands as the program itself.
    const bool is_help = path_of(command) == "help";
    for (const CLI::App* one : subcommands_of(is_help ? program : command)) {
      add_to(list, one->get_name());
    }
    for_each_option(command, [&](const OptionFacts& option) { add_to(list, option.name); });
    out += fmt::format("      '{}') values='{}' ;;\n", path_of(command), list);
  });
  return out;
}

/// The values of options: a fixed set, files or stores.
std::string values(const CLI::App& program) {
  std::string out;
  for_each_command(program, [&](const CLI::App& command) {
    for_each_option(command, [&](const OptionFacts& option) {
      const auto choices = option.choices();
      std::string list;
      for (const std::string& choice : choices) add_to(list, choice);
      const std::string pattern = fmt::format("'{} {}'", path_of(command), option.name);
      if (!choices.empty()) out += fmt::format("      {}) values='{}' ;;\n", pattern, list);
      if (option.value == "FILE") out += fmt::format("      {}) kind=file ;;\n", pattern);
      if (option.value == "STORE") out += fmt::format("      {}) kind=store ;;\n", pattern);
    });
  });
  return out;
}

}  // namespace

std::string bash_completion(const CLI::App& program) {
  return begin + paths(program) + middle + words(program) + before_values + values(program) + end;
}

}  // namespace blotter::app
