// Used only by the build: writes manual pages, bash completion and an example of the configuration
// file into the given folder, all from the program's own command line.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "app/command_facts.hpp"
#include "app/command_line.hpp"
#include "app/manual/completion.hpp"
#include "app/manual/config_example.hpp"
#include "app/manual/man_page.hpp"

namespace {

void write(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

/// The day of SOURCE_DATE_EPOCH. Empty without it, so that builds are reproducible.
std::string date() {
  const char* epoch = std::getenv("SOURCE_DATE_EPOCH");
  if (epoch == nullptr) return "";
  const auto day = std::chrono::system_clock::time_point(std::chrono::seconds(std::stoll(epoch)));
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::to_time_t(day)));
}

void write_manual(const std::filesystem::path& folder) {
  using namespace blotter::app;
  const CommandLine command_line;
  const CLI::App& program = command_line.program();
  write(folder / "man" / (man_page_name(program) + ".1"), man_page(program, date()));
  for (const CLI::App* command : subcommands_of(program)) {
    write(folder / "man" / (man_page_name(*command) + ".1"), man_page(*command, date()));
    if (command->get_name() == "serve") write(folder / "blotter.toml", config_example(*command));
  }
  write(folder / "completion" / "blotter", bash_completion(program));
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count != 2) return EXIT_FAILURE;
  try {
    write_manual(arguments[1]);
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::cerr << "write_manual: " << error.what() << "\n";
    return EXIT_FAILURE;
  }
}
