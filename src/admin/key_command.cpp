// blotter key create|list|revoke
#include <iostream>
#include <memory>
#include <set>

#include <CLI/CLI.hpp>

#include "admin/checked.hpp"
#include "admin/commands.hpp"
#include "admin/duration.hpp"
#include "admin/table_printer.hpp"
#include "base/clock.hpp"
#include "domain/text_types.hpp"
#include "storage/store.hpp"

namespace blotter::admin {
namespace {

struct KeyOptions {
  std::string store;
  std::vector<std::string> guilds;
  std::string scopes = Scopes::standard().str();
  std::string name;
  std::string expires;
  std::string id;
};

void create(const KeyOptions& options) {
  const Timestamp now = SystemClock().now();
  SystemRandom random;
  ApiKey key{.id = {IdSource().next(now, random)},
             .name = {},
             .scopes = checked("--scopes", options.scopes, Scopes::parse),
             .created = now};
  if (!options.name.empty()) key.name = checked("--name", options.name, PersonName::parse).str();
  for (const std::string& guild : std::set(options.guilds.begin(), options.guilds.end())) {
    key.guilds.push_back(checked("--guild", guild, GuildId::parse));
  }
  if (!options.expires.empty()) {
    const auto span = checked("--expires", options.expires, parse_duration);
    key.expires = Timestamp{now.ms + span.count()};
  }
  const KeySecret secret = KeySecret::generate(random);
  open_store(options.store, StoreUse::tool)->administer([&](Accounts& accounts) {
    for (const GuildId& guild : key.guilds) accounts.create_guild({guild, now});
    accounts.create_key(key, secret.digest());
  });
  std::cout << secret.reveal() << "\n";
}

std::string shown(const std::optional<Timestamp>& time) {
  return time ? to_string(*time) : std::string("-");
}

std::string state(const ApiKey& key, Timestamp now) {
  if (key.revoked) return "revoked";
  return key.is_valid_at(now) ? "valid" : "expired";
}

std::string joined(const std::vector<GuildId>& guilds) {
  std::string text;
  for (const GuildId& guild : guilds) {
    if (!text.empty()) text += ',';
    text += guild.str();
  }
  return text.empty() ? "-" : text;
}

void list(const KeyOptions& options) {
  const Timestamp now = SystemClock().now();
  std::vector<TableRow> rows{
      {"ID", "NAME", "GUILDS", "SCOPES", "CREATED", "EXPIRES", "LAST USED", "STATE"}};
  open_store(options.store, StoreUse::existing)->look_up([&](Accounts& accounts) {
    for (const auto& [key, digest] : accounts.keys()) {
      rows.push_back({to_string(key.id), key.name.empty() ? "-" : key.name, joined(key.guilds),
                      key.scopes.str(), to_string(key.created), shown(key.expires),
                      shown(key.last_used), state(key, now)});
    }
  });
  print_table(std::cout, rows);
}

void revoke(const KeyOptions& options) {
  const auto id = parse_id(options.id);
  bool revoked = false;
  if (id) {
    open_store(options.store, StoreUse::existing)->administer([&](Accounts& accounts) {
      revoked = accounts.revoke_key(KeyId{*id}, SystemClock().now());
    });
  }
  if (!revoked) throw StoreError("there is no valid key with the id " + options.id);
  std::cout << "Revoked key " << options.id << "\n";
}

}  // namespace

void add_key_command(CLI::App& app, const std::string& store) {
  const auto options = std::make_shared<KeyOptions>();
  options->store = store;
  CLI::App* key = app.add_subcommand("key", "Create, list and revoke API keys");
  key->require_subcommand(1);
  const auto add = [&](const char* name, const char* about, void (*run)(const KeyOptions&)) {
    CLI::App* command = key->add_subcommand(name, about);
    command->add_option("--store", options->store, "Where the records are")
        ->envname("BLOTTER_STORE")
        ->capture_default_str();
    command->callback([options, run] { run(*options); });
    return command;
  };
  CLI::App* creation = add("create", "Create a key and print it, this one time", create);
  creation->add_option("--guild", options->guilds, "A guild the key is for; made if it is new")
      ->required();
  creation->add_option("--scopes", options->scopes, "What the key may do")->capture_default_str();
  creation->add_option("--name", options->name, "What the key is for, to tell keys apart");
  creation->add_option("--expires", options->expires, "How long it is valid: 30d, 12h, 45m, 10s");
  add("list", "List the keys, without their secrets", list);
  add("revoke", "Make a key invalid at once", revoke)
      ->add_option("ID", options->id, "The key's id, from the list")
      ->required();
}

}  // namespace blotter::admin
