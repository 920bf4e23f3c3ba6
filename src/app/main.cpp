// The program's entry: picks the command and turns what goes wrong into one line.
#include <cstdlib>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

#include "admin/commands.hpp"
#include "api/openapi.hpp"
#include "app/options.hpp"
#include "app/serve.hpp"

int main(int argument_count, char** arguments) {
  using namespace blotter;
  CLI::App program(
      "Blotter keeps the records of roleplay communities.\n"
      "Start with: blotter serve --demo",
      "blotter");
  program.set_version_flag("--version", "blotter " BLOTTER_VERSION);
  program.require_subcommand(1);

  app::ServeOptions options;
  CLI::App* serve = program.add_subcommand("serve", "Serve the API until SIGTERM or Ctrl-C");
  app::add_serve_options(*serve, options);
  serve->callback([&] { app::serve(options); });
  program.add_subcommand("openapi", "Print the API as an OpenAPI document")->callback([] {
    std::cout << api::openapi_document({}) << "\n";
  });

  try {
    app::apply_config_file(*serve, argument_count, arguments);
    admin::add_guild_command(program, options.store);
    admin::add_key_command(program, options.store);
    admin::add_db_command(program, options.store);
    admin::add_copy_command(program);
    program.parse(argument_count, arguments);
    return EXIT_SUCCESS;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
      return program.exit(error);  // --help and --version
    }
    // The library says only that a command is required, also when a wrong one was given.
    const std::string first = argument_count > 1 ? arguments[1] : "";
    if (error.get_name() == "RequiredError" && !first.empty() &&
        program.get_subcommands().empty()) {
      std::cerr << "blotter: there is no command " << first << "; see blotter --help\n";
    } else {
      std::cerr << "blotter: " << error.what() << "\n";
    }
  } catch (const std::exception& error) {
    std::cerr << "blotter: " << error.what() << "\n";
  }
  return EXIT_FAILURE;
}
