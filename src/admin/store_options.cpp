#include "admin/store_options.hpp"

#include <CLI/CLI.hpp>

namespace blotter::admin {

void add_store_options(CLI::App& command, StoreOptions& options) {
  command
      .add_option("--store", options.store,
                  "Where the records are: sqlite:PATH or postgres://USER@HOST/DATABASE")
      ->type_name("STORE")
      ->envname("BLOTTER_STORE")
      ->capture_default_str();
  command.add_option("--config", options.config, config_text)
      ->type_name("FILE")
      ->envname("BLOTTER_CONFIG");
}

}  // namespace blotter::admin
