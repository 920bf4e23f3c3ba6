#include "app/command_line.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include <CLI/CLI.hpp>

#include "admin/commands.hpp"
#include "api/openapi.hpp"
#include "app/command_words.hpp"
#include "app/doctor/command.hpp"
#include "app/health.hpp"
#include "app/help_text.hpp"
#include "app/serve.hpp"
#include "app/settings.hpp"

namespace blotter::app {
namespace {

constexpr int exit_usage = 2;

void print_version() { std::cout << "blotter " BLOTTER_VERSION "\n"; }

/// `--threads: must be …`, as the library writes it, without the colon.
std::string sentence_of(const CLI::ParseError& error) {
  std::string sentence = error.what();
  const std::size_t colon = sentence.find(": must ");
  if (colon != std::string::npos) sentence.erase(colon, 1);
  return sentence;
}

}  // namespace

CommandLine::CommandLine()
    : program_("Blotter keeps the records of roleplay communities.", "blotter") {
  program_.set_help_flag("-h,--help", "Show this help");
  program_.require_subcommand(1);
  program_.set_version_flag("--version", BLOTTER_VERSION, "Show the version");

  // In the order in which `blotter` lists them. A new command is one line here.
  add_serve_command();
  admin::add_guild_command(program_);
  admin::add_key_command(program_);
  admin::add_webhook_command(program_);
  admin::add_db_command(program_);
  admin::add_copy_command(program_);
  add_doctor_command(program_, settings_problem_, exit_code_);
  add_health_command(program_, exit_code_);
  add_openapi_command();
  add_help_command();
  add_version_command();

  program_.footer(
      "blotter help COMMAND shows the options of a command.\n"
      "Examples:\n"
      "  blotter serve --demo\n"
      "  blotter help serve");
}

void CommandLine::add_serve_command() {
  CLI::App* command = program_.add_subcommand("serve", "Run the server: API and web console");
  add_serve_options(*command, options_);
  command->callback([this] {
    if (const auto conflict = conflict_in(options_)) throw UsageError(*conflict);
    serve(options_);
  });
  command->footer(
      "Each option is also an environment variable and a line of the configuration file: "
      "--tls-cert is BLOTTER_TLS_CERT and tls-cert = \"FILE\". The command line overrides "
      "the environment, the environment overrides the file. SIGTERM or Ctrl-C stops the server.\n"
      "Examples:\n"
      "  blotter serve --demo\n"
      "  blotter serve --config /etc/blotter/blotter.toml\n"
      "  blotter serve --store postgres://blotter@db.example.org/blotter\n"
      "  blotter serve --listen 0.0.0.0:8443 --tls-cert fullchain.pem --tls-key privkey.pem");
}

void CommandLine::add_openapi_command() {
  CLI::App* command = program_.add_subcommand("openapi", "Print the API as an OpenAPI document");
  command->callback([] { std::cout << api::openapi_document({}) << "\n"; });
  command->footer(
      "Examples:\n"
      "  blotter openapi > openapi.json");
}

void CommandLine::add_help_command() {
  CLI::App* command = program_.add_subcommand(help_command, "Show the help of a command");
  const auto add_argument = [&](const char* name, const char* text) {
    command->add_option_function<std::string>(name, [](const std::string&) {}, text);
  };
  add_argument("COMMAND", "A command that blotter help lists");
  add_argument("SUBCOMMAND", "A subcommand of that command");
  command->footer(
      "Examples:\n"
      "  blotter help serve\n"
      "  blotter help key create");
}

void CommandLine::add_version_command() {
  CLI::App* command = program_.add_subcommand("version", "Show the version");
  command->callback(print_version);
  command->footer(
      "Examples:\n"
      "  blotter version");
}

int CommandLine::run(std::span<const std::string> words) {
  int code = EXIT_FAILURE;
  try {
    run_command(words);
    return exit_code_;
  } catch (const UsageError& error) {
    std::cerr << "blotter: " << error.what() << "\n";
    code = exit_usage;
  } catch (const CLI::ParseError& error) {
    std::cerr << "blotter: " << sentence_of(error) << "\n";
    code = exit_usage;
  } catch (const std::exception& error) {
    std::cerr << "blotter: " << error.what() << "\n";
  }
  return code;
}

void CommandLine::run_command(std::span<const std::string> words) {
  TypedCommand typed = read_words(program_, words);
  switch (typed.action) {
    case TypedCommand::Action::help: std::cout << help_text(*typed.command); return;
    case TypedCommand::Action::version: print_version(); return;
    case TypedCommand::Action::run: break;
  }
  read_settings(typed);
  std::ranges::reverse(typed.words);  // the library expects them in reverse
  program_.parse(std::move(typed.words));
}

void CommandLine::read_settings(const TypedCommand& typed) {
  try {
    apply_settings(typed, program_, *program_.get_subcommand("serve"));
  } catch (const std::runtime_error& error) {
    // The doctor reports a problem with the settings itself.
    if (typed.command->get_name() != doctor_command) throw;
    settings_problem_ = error.what();
  }
}

}  // namespace blotter::app
