#include "app/manual/config_example.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "app/command_facts.hpp"

namespace blotter::app {
namespace {

constexpr std::size_t line_width = 100;
// A demo does not belong in a configuration file, and a file cannot name another one.
constexpr std::array left_out = {"Demo", "Options"};

/// As TOML: numbers as they are, everything else in quotes.
std::string toml_value(const std::string& text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && rest == end ? text : fmt::format("\"{}\"", text);
}

std::string comment(const std::string& text) {
  std::string out;
  for (const std::string& line : wrapped(words_of(text), line_width - 2)) out += "# " + line + "\n";
  return out;
}

std::string entry(const OptionFacts& option) {
  std::string text = option.text + ".";
  if (const auto choices = option.choices(); !choices.empty()) {
    text += fmt::format(" One of: {}.", alternatives(choices));
  }
  if (option.default_value.empty()) text += " Default: none.";
  return fmt::format("\n{}#{} = {}\n", comment(text), option.name.substr(2),
                     toml_value(option.default_value));
}

}  // namespace

std::string config_example(const CLI::App& serve) {
  std::string out = comment(
      "The configuration of Blotter. Each line is an option of blotter serve without its dashes; "
      "remove the # of a line to change its value. The lines show the defaults. Environment "
      "variables such as BLOTTER_LISTEN and options on the command line override this file. "
      "After a change, restart the server.");
  for (const OptionGroup& group : option_groups_of(serve)) {
    if (std::ranges::find(left_out, group.heading) != left_out.end()) continue;
    out += fmt::format("\n\n# {0} {1:-<{2}}\n", group.heading, "",
                       line_width - 3 - group.heading.size());
    for (const OptionFacts& option : group.options) out += entry(option);
  }
  return out;
}

}  // namespace blotter::app
