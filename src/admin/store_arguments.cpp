#include "admin/store_arguments.hpp"

#include <CLI/CLI.hpp>

#include "admin/value_checks.hpp"

namespace blotter::admin {

void add_store_arguments(CLI::App& command, StoreArguments& arguments) {
  command
      .add_option("--store", arguments.store,
                  "Where the records are: sqlite:PATH or postgres://USER@HOST/DATABASE")
      ->type_name("STORE")
      ->envname("BLOTTER_STORE")
      ->check(store_url())
      ->capture_default_str();
  command.add_option("--config", arguments.config, config_text)
      ->type_name("FILE")
      ->envname("BLOTTER_CONFIG");
}

}  // namespace blotter::admin
