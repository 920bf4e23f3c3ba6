// blotter db init
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "admin/commands.hpp"
#include "storage/store.hpp"

namespace blotter::admin {
namespace {

// Far more parts than a server has use for make every statement slower.
constexpr int partitions_max = 1024;

struct DbOptions {
  std::string store;
  int partitions = 0;
};

void init(const DbOptions& options) {
  init_database(options.store, options.partitions);
  std::cout << (options.partitions == 0
                    ? std::string("Made the tables\n")
                    : fmt::format("Made the tables, each in {} parts\n", options.partitions));
}

}  // namespace

void add_db_command(CLI::App& app, const std::string& store) {
  const auto options = std::make_shared<DbOptions>();
  options->store = store;
  CLI::App* db = app.add_subcommand("db", "Make a PostgreSQL database ready");
  db->require_subcommand(1);
  CLI::App* creation = db->add_subcommand(
      "init", "Make the tables in an empty database, where they are to be split by guild");
  creation->add_option("--store", options->store, "Where the records are to be: postgres://…")
      ->envname("BLOTTER_STORE")
      ->capture_default_str();
  creation
      ->add_option("--partitions", options->partitions,
                   "Into how many parts; cannot be changed later, 0 is not at all")
      ->check(CLI::Range(0, partitions_max))
      ->capture_default_str();
  creation->callback([options] { init(*options); });
}

}  // namespace blotter::admin
