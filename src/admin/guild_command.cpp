// blotter guild create|list|delete
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

#include "admin/commands.hpp"
#include "admin/store_arguments.hpp"
#include "admin/table_printer.hpp"
#include "admin/value_checks.hpp"
#include "base/clock.hpp"
#include "base/json_writer.hpp"
#include "storage/open_store.hpp"

namespace blotter::admin {
namespace {

struct GuildOptions : StoreArguments {
  std::string id;
  bool confirmed = false;
  bool as_json = false;
};

GuildId parsed_id(const std::string& text) { return checked("the guild ID", text, GuildId::parse); }

void create(const GuildOptions& options) {
  const Guild guild{parsed_id(options.id), SystemClock().now()};
  bool created = false;
  open_store(options.store, StoreUse::tool)->administer([&](Accounts& accounts) {
    created = accounts.create_guild(guild);
  });
  if (!created) throw StoreError("the guild " + options.id + " already exists");
  std::cout << "Created guild " << options.id << "\n";
}

std::string to_json(const std::vector<Guild>& guilds) {
  std::string out;
  JsonWriter json(out);
  json.begin_array();
  for (const Guild& guild : guilds) {
    json.begin_object();
    json.member("guildID", guild.id.str());
    json.member("created", to_string(guild.created));
    json.end_object();
  }
  json.end_array();
  return out;
}

void print_guilds(const std::vector<Guild>& guilds) {
  std::vector<TableRow> rows{{"GUILD", "CREATED"}};
  for (const Guild& guild : guilds) rows.push_back({guild.id.str(), to_string(guild.created)});
  print_table(std::cout, rows);
}

void list(const GuildOptions& options) {
  std::vector<Guild> guilds;
  open_store(options.store, StoreUse::existing)->look_up([&](Accounts& accounts) {
    guilds = accounts.guilds();
  });
  if (options.as_json) {
    std::cout << to_json(guilds) << "\n";
  } else {
    print_guilds(guilds);
  }
}

void remove(const GuildOptions& options) {
  const GuildId id = parsed_id(options.id);
  if (!options.confirmed) {
    throw StoreError("this deletes the guild " + options.id +
                     " with all its records permanently; add --yes to confirm");
  }
  const auto store = open_store(options.store, StoreUse::existing);
  // In many small steps, so that a running server can make its own changes between them.
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

void add_guild_command(CLI::App& app) {
  const auto options = std::make_shared<GuildOptions>();
  CLI::App* guild = app.add_subcommand("guild", "Create, list and delete guilds (communities)");
  const auto add = [&](const char* name, const char* about, void (*run)(const GuildOptions&)) {
    CLI::App* command = guild->add_subcommand(name, about);
    command->callback([options, run] { run(*options); });
    return command;
  };
  CLI::App* creation = add("create", "Create a guild", create);
  creation->add_option("ID", options->id, "The guild's ID: 1 to 64 of A-Z a-z 0-9 _ -")->required();
  add_store_arguments(*creation, *options);
  creation->footer(
      "Not needed before blotter key create, which creates the guild of a new key.\n"
      "Examples:\n"
      "  blotter guild create mercury-roleplay");
  CLI::App* listing = add("list", "List the guilds", list);
  listing->add_flag("--json", options->as_json, "Print a JSON array instead of a table");
  add_store_arguments(*listing, *options);
  listing->footer(
      "Examples:\n"
      "  blotter guild list\n"
      "  blotter guild list --json");
  CLI::App* deletion = add("delete", "Delete a guild and all its records permanently", remove);
  deletion->add_option("ID", options->id, "The guild's ID")->required();
  deletion->add_flag("--yes", options->confirmed, "Confirm; nothing is deleted without it");
  add_store_arguments(*deletion, *options);
  deletion->footer(
      "Examples:\n"
      "  blotter guild delete mercury-roleplay --yes");
  guild->footer(
      "Examples:\n"
      "  blotter guild create mercury-roleplay\n"
      "  blotter guild list");
}

}  // namespace blotter::admin
