// blotter key create|list|revoke|roles
#include <iostream>
#include <memory>
#include <set>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "admin/commands.hpp"
#include "admin/duration.hpp"
#include "admin/store_arguments.hpp"
#include "admin/table_printer.hpp"
#include "admin/value_checks.hpp"
#include "base/clock.hpp"
#include "base/json_writer.hpp"
#include "domain/role.hpp"
#include "domain/text_types.hpp"
#include "storage/open_store.hpp"

namespace blotter::admin {
namespace {

struct KeyOptions : StoreArguments {
  std::vector<std::string> guilds;
  std::optional<std::string> scopes;
  std::optional<std::string> role;
  std::string name;
  std::string expires;
  std::string id;
  bool as_json = false;
};

Parsed<Role> parse_role(const std::string& text) {
  if (const auto role = find_spelling<Role>(text)) return *role;
  return must(fmt::format("be one of {}", fmt::join(all_spellings<Role>(), ", ")));
}

Scopes chosen_scopes(const KeyOptions& options) {
  if (options.role && options.scopes) {
    throw CLI::ValidationError("--role", "cannot be used together with --scopes");
  }
  if (options.role) return scopes_of(checked("--role", *options.role, parse_role));
  return options.scopes ? checked("--scopes", *options.scopes, Scopes::parse) : Scopes::standard();
}

void create(const KeyOptions& options) {
  const Timestamp now = SystemClock().now();
  SystemRandom random;
  ApiKey key{.id = {IdSource().next(now, random)},
             .name = {},
             .scopes = chosen_scopes(options),
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

void print_keys(const std::vector<ApiKey>& keys, Timestamp now) {
  std::vector<TableRow> rows{
      {"ID", "NAME", "GUILDS", "SCOPES", "CREATED", "EXPIRES", "LAST USED", "STATE"}};
  for (const ApiKey& key : keys) {
    rows.push_back({to_string(key.id), key.name.empty() ? "-" : key.name, joined(key.guilds),
                    key.scopes.str(), to_string(key.created), shown(key.expires),
                    shown(key.last_used), state(key, now)});
  }
  print_table(std::cout, rows);
}

void write_time(JsonWriter& json, std::string_view name, const std::optional<Timestamp>& time) {
  if (time) {
    json.member(name, to_string(*time));
  } else {
    json.member(name, nullptr);
  }
}

void write_key(JsonWriter& json, const ApiKey& key, Timestamp now) {
  json.begin_object();
  json.member("keyID", to_string(key.id));
  json.member("keyName", key.name);
  json.key("guilds");
  json.begin_array();
  for (const GuildId& guild : key.guilds) json.value(guild.str());
  json.end_array();
  json.key("scopes");
  json.begin_array();
  for (const Scope scope : key.scopes.all()) json.value(spelling(scope));
  json.end_array();
  json.member("created", to_string(key.created));
  write_time(json, "expires", key.expires);
  write_time(json, "revoked", key.revoked);
  write_time(json, "lastUsed", key.last_used);
  json.member("state", state(key, now));
  json.end_object();
}

std::string to_json(const std::vector<ApiKey>& keys, Timestamp now) {
  std::string out;
  JsonWriter json(out);
  json.begin_array();
  for (const ApiKey& key : keys) write_key(json, key, now);
  json.end_array();
  return out;
}

void list(const KeyOptions& options) {
  const Timestamp now = SystemClock().now();
  std::vector<ApiKey> keys;
  open_store(options.store, StoreUse::existing)->look_up([&](Accounts& accounts) {
    for (auto& [key, digest] : accounts.keys()) keys.push_back(std::move(key));
  });
  if (options.as_json) {
    std::cout << to_json(keys, now) << "\n";
  } else {
    print_keys(keys, now);
  }
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

void roles(const KeyOptions&) {
  std::vector<TableRow> rows{{"ROLE", "SCOPES", "FOR"}};
  for (std::size_t i = 0; i < all_spellings<Role>().size(); ++i) {
    const auto role = static_cast<Role>(i);
    rows.push_back({std::string(spelling(role)), scopes_of(role).str(), std::string(about(role))});
  }
  print_table(std::cout, rows);
}

}  // namespace

void add_key_command(CLI::App& app) {
  const auto options = std::make_shared<KeyOptions>();
  CLI::App* key =
      app.add_subcommand("key", "Create, list and revoke API keys, and list the roles for them");
  const auto add = [&](const char* name, const char* about, void (*run)(const KeyOptions&)) {
    CLI::App* command = key->add_subcommand(name, about);
    command->callback([options, run] { run(*options); });
    return command;
  };
  CLI::App* creation = add("create", "Create an API key and print it once", create);
  creation->add_option("--guild", options->guilds, "A guild that the key is for; created if new")
      ->required()
      ->allow_extra_args(false)
      ->type_name("ID");
  creation
      ->add_option("--role", options->role,
                   "The job that the key is for, instead of --scopes; see blotter key roles")
      ->type_name(fmt::format("{}", fmt::join(all_spellings<Role>(), "|")));
  creation
      ->add_option("--scopes", options->scopes,
                   "What the key may do: some of read, civilian, vehicle, firearm, leo, medical "
                   "and admin, separated by commas")
      ->type_name("LIST")
      ->default_str(Scopes::standard().str());
  creation->add_option("--name", options->name, "What the key is for, to tell keys apart")
      ->type_name("TEXT");
  creation
      ->add_option("--expires", options->expires,
                   "How long the key is valid: 30d, 12h, 45m or 10s; default: permanently")
      ->type_name("DURATION");
  add_store_arguments(*creation, *options);
  creation->footer(
      "Only a digest of the key is stored: a lost key cannot be shown again. Revoke it and create "
      "another.\n"
      "Examples:\n"
      "  blotter key create --guild mercury-roleplay\n"
      "  blotter key create --guild mercury-roleplay --role officer --name \"Sgt. Reyes\"\n"
      "  blotter key create --guild mercury-roleplay --name bot --scopes read,leo --expires 90d\n"
      "  blotter key create --config /etc/blotter/blotter.toml --guild mercury-roleplay");
  CLI::App* listing = add("list", "List the API keys, without their secrets", list);
  listing->add_flag("--json", options->as_json, "Print a JSON array instead of a table");
  add_store_arguments(*listing, *options);
  listing->footer(
      "Examples:\n"
      "  blotter key list\n"
      "  blotter key list --json");
  CLI::App* revocation = add("revoke", "Revoke an API key immediately", revoke);
  revocation->add_option("ID", options->id, "The key's ID, from blotter key list")->required();
  add_store_arguments(*revocation, *options);
  revocation->footer(
      "Examples:\n"
      "  blotter key revoke 1305482769401118720");
  CLI::App* listed_roles = add("roles", "List the roles and their scopes", roles);
  listed_roles->footer(
      "Examples:\n"
      "  blotter key roles");
  key->footer(
      "Examples:\n"
      "  blotter key create --guild mercury-roleplay\n"
      "  blotter key list");
}

}  // namespace blotter::admin
