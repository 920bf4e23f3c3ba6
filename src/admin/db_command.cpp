// blotter db init
#include <charconv>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "admin/commands.hpp"
#include "admin/store_arguments.hpp"
#include "storage/store.hpp"

namespace blotter::admin {
namespace {

// Far more parts than a server has use for make every statement slower.
constexpr int partitions_max = 1024;

struct DbOptions : StoreArguments {
  int partitions = 0;
};

/// What the number must be, or nothing.
std::string partitions_fault(const std::string& text) {
  int number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc{} && rest == end && number >= 0 && number <= partitions_max) return "";
  return fmt::format("must be a number from 0 to {}, not {}", partitions_max, text);
}

void init(const DbOptions& options) {
  init_database(options.store, options.partitions);
  std::cout << (options.partitions == 0 ? std::string("Created the tables\n")
                                        : fmt::format("Created the tables, each in {} partitions\n",
                                                      options.partitions));
}

}  // namespace

void add_db_command(CLI::App& app) {
  const auto options = std::make_shared<DbOptions>();
  CLI::App* db = app.add_subcommand("db", "Prepare a PostgreSQL database");
  CLI::App* creation =
      db->add_subcommand("init", "Create the tables in an empty database, split by guild if asked");
  creation
      ->add_option("--partitions", options->partitions,
                   fmt::format("Into how many partitions the tables are split, which cannot be "
                               "changed later; 0 does not split them (0 to {})",
                               partitions_max))
      ->check(CLI::Validator(partitions_fault, ""))
      ->type_name("N")
      ->capture_default_str();
  add_store_arguments(*creation, *options);
  constexpr const char* notes =
      "Needed only for partitions: the first command or server that opens an empty database "
      "creates the tables by itself.\n"
      "Examples:\n"
      "  blotter db init --store postgres://blotter@db.example.org/blotter --partitions 8";
  creation->footer(notes);
  db->footer(notes);
  creation->callback([options] { init(*options); });
}

}  // namespace blotter::admin
