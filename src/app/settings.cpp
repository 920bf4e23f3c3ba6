#include "app/settings.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/closest_word.hpp"
#include "app/command_facts.hpp"

namespace blotter::app {
namespace {

std::string from_environment(const std::string& name) {
  const char* value = name.empty() ? nullptr : std::getenv(name.c_str());
  return value == nullptr ? "" : value;
}

std::string config_path(const TypedCommand& typed) {
  const CLI::Option* option = typed.command->get_option_no_throw("--config");
  if (option == nullptr) return "";
  const auto values = typed.values.find(option);
  if (values != typed.values.end()) return values->second.back();
  return from_environment(option->get_envname());
}

/// The value of a flag. Versions of the library differ in what they accept.
std::string flag_value(const std::string& value, const std::string& source) {
  for (const char* yes : {"true", "on", "yes", "1"}) {
    if (value == yes) return "true";
  }
  for (const char* no : {"false", "off", "no", "0"}) {
    if (value == no) return "false";
  }
  throw UsageError(fmt::format("{} must be true or false, not {}", source, value));
}

/// `source` names the place of the value, for the message.
void set_default(CLI::Option& option, const std::string& value, const std::string& source) {
  const bool is_flag = facts_of(option).value.empty();
  option.run_callback_for_default();  // not every version does it for a flag
  try {
    option.default_val(is_flag ? flag_value(value, source) : value);
  } catch (const CLI::Error& error) {
    // The library puts the option's name before the message of our check.
    const std::string name = option.get_name() + ": ";
    const std::string message = error.what();
    throw UsageError(source + " " +
                     (message.starts_with(name) ? message.substr(name.size()) : message));
  }
}

/// The option of another command that is the same setting.
CLI::Option* same_setting(CLI::App& command, const CLI::Option& option) {
  CLI::Option* found = command.get_option_no_throw(facts_of(option).name);
  return found != nullptr && found->get_envname() == option.get_envname() ? found : nullptr;
}

std::vector<CLI::ConfigItem> lines_of(const std::string& path) {
  std::ifstream file(path);
  if (!file || std::filesystem::is_directory(path)) {
    throw UsageError(fmt::format("cannot read the configuration file {}", path));
  }
  return CLI::ConfigTOML().from_config(file);
}

/// Whether the option may be in the file: not --help, and not --config.
bool is_line(const OptionFacts& option) {
  return !option.environment.empty() && option.name != "--config";
}

std::string no_option(const std::string& path, const std::string& name, const CLI::App& serve) {
  std::vector<std::string> known;
  for (const OptionGroup& group : option_groups_of(serve)) {
    for (const OptionFacts& option : group.options) {
      if (is_line(option)) known.push_back(option.name.substr(2));
    }
  }
  const auto closest = closest_word(name, known);
  return fmt::format("{}: there is no option {}{}", path, name,
                     closest ? fmt::format("; did you mean {}?", *closest) : "");
}

void apply_file(const std::string& path, CLI::App& command, CLI::App& serve) {
  for (const CLI::ConfigItem& item : lines_of(path)) {
    if (item.name == "++" || item.name == "--") {  // the library's marks for the ends of a section
      throw UsageError(fmt::format("{}: sections such as [serve] are not supported", path));
    }
    const std::string name = item.fullname();
    CLI::Option* option = serve.get_option_no_throw("--" + name);
    if (option == nullptr || !is_line(facts_of(*option))) {
      throw UsageError(no_option(path, name, serve));
    }
    if (item.inputs.size() != 1) {
      throw UsageError(fmt::format("{}: {} must have one value", path, name));
    }
    const std::string source = fmt::format("{}: {}", path, name);
    set_default(*option, item.inputs.front(), source);
    CLI::Option* same = same_setting(command, *option);
    if (same != nullptr && same != option) set_default(*same, item.inputs.front(), source);
  }
}

/// The library would read the environment for every command, even for those that do not run.
void forget_environment(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) option->envname("");
  for (CLI::App* subcommand : command.get_subcommands(std::function<bool(CLI::App*)>())) {
    forget_environment(*subcommand);
  }
}

}  // namespace

void apply_settings(const TypedCommand& typed, CLI::App& program, CLI::App& serve) {
  const std::shared_ptr<void> afterwards(nullptr, [&](void*) { forget_environment(program); });
  const std::string path = config_path(typed);
  if (!path.empty()) apply_file(path, *typed.command, serve);
  for (CLI::Option* option : typed.command->get_options()) {
    const std::string value = from_environment(option->get_envname());
    if (value.empty() || typed.values.contains(option)) continue;
    set_default(*option, value, option->get_envname());
  }
}

}  // namespace blotter::app
