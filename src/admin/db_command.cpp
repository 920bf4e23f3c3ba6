// blotter db init
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "admin/commands.hpp"
#include "admin/store_arguments.hpp"
#include "admin/value_checks.hpp"
#include "storage/open_store.hpp"

namespace blotter::admin {
namespace {

// More partitions than a server can use make every statement slower.
constexpr int partitions_max = 1024;

struct DbOptions : StoreArguments {
  int partitions = 0;
};

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
      db->add_subcommand("init", "Create the tables in an empty database, optionally partitioned");
  creation
      ->add_option("--partitions", options->partitions,
                   fmt::format("Number of partitions of each table, which cannot be changed later; "
                               "0 means no partitions (0 to {})",
                               partitions_max))
      ->check(in_range(0, partitions_max))
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
