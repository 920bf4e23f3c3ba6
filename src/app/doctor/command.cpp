#include "app/doctor/command.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/doctor/checks.hpp"
#include "app/doctor/file_mode.hpp"
#include "app/doctor/report.hpp"
#include "app/options.hpp"

namespace blotter::app {
namespace {

using namespace doctor;

struct DoctorOptions {
  ServeOptions serve;
  std::string key_file;
  std::string guild;
  bool as_json = false;
};

constexpr const char* key_variable = "BLOTTER_KEY";

std::string trimmed(std::string text) {
  constexpr const char* blanks = " \t\r\n";
  text.erase(0, std::min(text.find_first_not_of(blanks), text.size()));
  text.erase(text.find_last_not_of(blanks) + 1);
  return text;
}

/// Not from the command line, which every user of the machine can see.
std::optional<GivenKey> given_key(const DoctorOptions& options) {
  std::string text;
  if (options.key_file == "-") {
    std::getline(std::cin, text);
  } else if (!options.key_file.empty()) {
    std::ifstream file(options.key_file);
    if (!std::getline(file, text)) {
      throw std::runtime_error(fmt::format("cannot read a key from {}", options.key_file));
    }
  } else if (const char* from_environment = std::getenv(key_variable)) {
    text = from_environment;
  }
  text = trimmed(std::move(text));
  if (text.empty() && !options.guild.empty()) {
    throw std::runtime_error(
        fmt::format("--guild needs a key: give --key-file or {}", key_variable));
  }
  if (text.empty()) return std::nullopt;
  return GivenKey{KeySecret::parse(text), options.guild};
}

void add(Checks& checks, Checks more) {
  for (Check& check : more) checks.push_back(std::move(check));
}

/// The disk and file system of a SQLite store.
Checks check_place(const StoreFacts& facts) {
  if (!status_of(facts.file.parent_path().string())) return {};
  return {check_disk(facts.file), check_file_system(facts.file)};
}

StoreFacts look_at_store(const ServeOptions& options, Timestamp now, Checks& checks) {
  // Before the store is opened: when root does that, SQLite gives the WAL to the file's owner.
  const auto file = database_file(options.store);
  const auto files = file ? check_files(*file, geteuid()) : std::nullopt;
  StoreFacts facts = inspect_store(options.store, from_seconds(options.store_timeout_seconds));
  add(checks, check_store(facts, options));
  if (files) checks.push_back(*files);
  if (facts.engine == StoreEngine::sqlite) {
    add(checks, check_place(facts));
    checks.push_back(check_sqlite_version(facts.engine_version_number, facts.engine_version));
  } else if (!facts.engine_version.empty()) {
    checks.push_back(
        check_postgres_version(facts.engine_version_number, facts.engine_version, now));
  }
  return facts;
}

Checks examine(const DoctorOptions& options, const std::optional<std::string>& settings_problem) {
  const ServeOptions& serve = options.serve;
  const Timestamp now = SystemClock().now();
  const auto key = given_key(options);
  Checks checks{check_config(serve, serve.config, settings_problem)};
  // With wrong settings, the other checks would not look at what the server is meant to use.
  if (has_errors(checks)) return checks;
  const StoreFacts store = look_at_store(serve, now, checks);
  const RunningServer server = find_server(serve);
  checks.push_back(check_port(serve, server));
  if (!serve.metrics_listen.empty()) checks.push_back(check_metrics_port(serve, server));
  checks.push_back(check_server(serve, server));
  add(checks, check_tls(serve, server, now));
  checks.push_back(check_descriptors(serve));
  checks.push_back(check_clock(now, store.newest.at));
  if (key) checks.push_back(check_key(*key, store, serve, server, now));
  return checks;
}

Colors colors_of_output() {
  const bool is_wanted = ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
  return is_wanted ? Colors::yes : Colors::no;
}

}  // namespace

void add_doctor_command(CLI::App& program, const std::optional<std::string>& settings_problem,
                        int& exit_code) {
  const auto options = std::make_shared<DoctorOptions>();
  CLI::App* command =
      program.add_subcommand(doctor_command, "Find problems in an installation and suggest fixes");
  add_serve_options(*command, options->serve);
  show_only(*command, {"store", "listen", "metrics-listen", "tls-cert", "tls-key",
                       "max-connections", "pool-size", "config"});
  constexpr const char* heading = "Doctor";
  command
      ->add_option("--key-file", options->key_file,
                   "Check the key in this file, or in BLOTTER_KEY; - is standard input")
      ->type_name("FILE")
      ->group(heading);
  command->add_option("--guild", options->guild, "The guild to check the key for")
      ->type_name("ID")
      ->group(heading);
  command->add_flag("--json", options->as_json, "Print one JSON object")->group(heading);
  command->footer(
      "It changes no record and creates no file. Give it the options, environment and "
      "configuration file of the server, and run it as the server's user. Exit code 0 means no "
      "errors; there may be warnings.\n"
      "Examples:\n"
      "  blotter doctor\n"
      "  runuser -u blotter -- blotter doctor --config /etc/blotter/blotter.toml\n"
      "  blotter doctor --key-file key.txt --guild my-community\n"
      "  blotter doctor --json");
  command->callback([options, &settings_problem, &exit_code] {
    const Checks checks = examine(*options, settings_problem);
    if (options->as_json) {
      print_json(std::cout, checks);
    } else {
      print_text(std::cout, checks, colors_of_output());
    }
    if (has_errors(checks)) exit_code = EXIT_FAILURE;
  });
}

}  // namespace blotter::app
