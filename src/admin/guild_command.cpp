// blotter guild create|list|delete
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

#include "admin/commands.hpp"
#include "admin/table_printer.hpp"
#include "base/clock.hpp"
#include "storage/store.hpp"

namespace blotter::admin {
namespace {

struct GuildOptions {
  std::string store;
  std::string id;
  bool confirmed = false;
};

GuildId parsed_id(const std::string& text) {
  auto id = GuildId::parse(text);
  if (!id) throw StoreError("the guild id " + id.error() + ", not " + text);
  return std::move(*id);
}

void create(const GuildOptions& options) {
  const Guild guild{parsed_id(options.id), SystemClock().now()};
  bool created = false;
  open_store(options.store, StoreUse::tool)->administer([&](Accounts& accounts) {
    created = accounts.create_guild(guild);
  });
  if (!created) throw StoreError("the guild " + options.id + " exists already");
  std::cout << "Created guild " << options.id << "\n";
}

void list(const GuildOptions& options) {
  std::vector<TableRow> rows{{"GUILD", "CREATED"}};
  open_store(options.store, StoreUse::existing)->look_up([&](Accounts& accounts) {
    for (const Guild& guild : accounts.guilds()) {
      rows.push_back({guild.id.str(), to_string(guild.created)});
    }
  });
  print_table(std::cout, rows);
}

void remove(const GuildOptions& options) {
  const GuildId id = parsed_id(options.id);
  if (!options.confirmed) {
    throw StoreError("deleting guild " + options.id +
                     " deletes all its records for ever; say --yes if you mean it");
  }
  const auto store = open_store(options.store, StoreUse::existing);
  // In many small steps: a server that runs meanwhile can make its own changes between them.
  store->administer([&](Accounts& accounts) { accounts.close_guild(id); });
  for (bool is_empty = false; !is_empty;) {
    store->administer([&](Accounts& accounts) { is_empty = !accounts.delete_some_records(id); });
  }
  bool deleted = false;
  store->administer([&](Accounts& accounts) { deleted = accounts.delete_guild(id); });
  if (!deleted) throw StoreError("there is no guild " + options.id);
  std::cout << "Deleted guild " << options.id << "\n";
}

}  // namespace

void add_guild_command(CLI::App& app, const std::string& store) {
  const auto options = std::make_shared<GuildOptions>();
  options->store = store;
  CLI::App* guild = app.add_subcommand("guild", "Create, list and delete guilds (communities)");
  guild->require_subcommand(1);
  const auto add = [&](const char* name, const char* about, void (*run)(const GuildOptions&)) {
    CLI::App* command = guild->add_subcommand(name, about);
    command->add_option("--store", options->store, "Where the records are")
        ->envname("BLOTTER_STORE")
        ->capture_default_str();
    command->callback([options, run] { run(*options); });
    return command;
  };
  add("create", "Create a guild", create)
      ->add_option("ID", options->id, "1 to 64 of A-Z a-z 0-9 _ -")
      ->required();
  add("list", "List the guilds", list);
  CLI::App* deletion = add("delete", "Delete a guild with all its records", remove);
  deletion->add_option("ID", options->id, "The guild's id")->required();
  deletion->add_flag("--yes", options->confirmed, "Really do it");
}

}  // namespace blotter::admin
