// blotter webhook create|list|test|delete
#include <future>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

#include "admin/commands.hpp"
#include "admin/store_arguments.hpp"
#include "admin/table_printer.hpp"
#include "admin/webhook_allow.hpp"
#include "operations/change.hpp"
#include "operations/webhook.hpp"
#include "operations/webhook_message.hpp"
#include "storage/open_store.hpp"
#include "webhooks/http_client.hpp"

namespace blotter::admin {
namespace {

struct WebhookOptions : StoreArguments {
  std::string guild;
  std::string url;
  std::string kinds = "*";
  std::string format = "standard";
  std::string name;
  std::string id;
  std::string allow;
  bool as_json = false;
};

GuildId guild_of(const WebhookOptions& options) {
  return checked("--guild", options.guild, GuildId::parse);
}

AddressGuard guard_of(const WebhookOptions& options) {
  return checked("--webhook-allow", options.allow, AddressGuard::parse);
}

WebhookId id_of(const WebhookOptions& options) {
  const auto id = parse_id(options.id);
  if (!id) throw StoreError("there is no webhook with the id " + options.id);
  return {*id};
}

const Operation& operation_of(std::string_view id) {
  return *std::ranges::find(operations(), id, &Operation::id);
}

/// Makes a change as a request would make it, but without a key.
template <class Change>
void run(const WebhookOptions& options, std::string_view operation, Change change) {
  const auto store = open_store(options.store, StoreUse::existing);
  const GuildId guild = guild_of(options);
  const NoHeaders headers;
  SystemRandom random;
  IdSource ids;
  Result<Rendered> result;
  write_and_wait(*store, guild, [&](Writer& records) {
    WriteCall call{.records = records,
                   .now = SystemClock().now(),
                   .key = nullptr,
                   .ids = ids,
                   .random = random,
                   .headers = headers};
    result = run_change(operation_of(operation), change, call);
    return result ? WriteWork::Outcome::commit : WriteWork::Outcome::roll_back;
  });
  if (result) return;
  // Without a key, only a missing guild is refused like this.
  if (result.error().id() == ErrorId::unauthorised) {
    throw StoreError("there is no guild with the id " + guild.str());
  }
  throw StoreError(result.error().details() + ": " + result.error().hint());
}

/// Refuses what the server would refuse.
void check_host(const WebhookUrl& url, const AddressGuard& guard) {
  webhooks::HttpClient client(guard);
  std::promise<std::optional<IpAddress>> checked;
  client.check(url.str(),
               [&](std::optional<IpAddress> forbidden) { checked.set_value(forbidden); });
  if (const auto forbidden = checked.get_future().get()) {
    throw CLI::ValidationError("--url", forbidden_address(*forbidden));
  }
}

void create(const WebhookOptions& options) {
  const AddressGuard guard = guard_of(options);
  const auto as_value = [](const std::string& text) {
    return MemberValue::of(std::string_view(text));
  };
  const NewWebhook input{
      .url = checked("--url", options.url,
                     [&](const std::string& text) { return WebhookUrl::parse(text, guard); }),
      .kinds = checked(
          "--kinds", options.kinds,
          [&](const std::string& text) { return fields::parse_event_kinds(as_value(text), {}); }),
      .format = find_spelling<WebhookFormat>(options.format).value(),
      .name = options.name.empty()
                  ? std::nullopt
                  : std::optional(checked("--name", options.name, PersonName::parse))};
  check_host(input.url, guard);
  std::optional<WebhookShown> made;
  run(options, "webhook.create", [&](WriteCall& call) -> Result<Rendered> {
    auto created = webhook_create(call, input);
    if (!created) return fail(created.error());
    made = std::move(created->shown);
    return Rendered{};
  });
  std::cout << "Created webhook " << to_string(made->webhook.id) << "\n";
  const std::string& secret = made->webhook.secret.reveal();
  if (!secret.empty()) std::cout << secret << "\n";
}

std::string shown(const std::optional<Timestamp>& time) {
  return time ? to_string(*time) : std::string("-");
}

void print(const std::vector<WebhookShown>& webhooks) {
  std::vector<TableRow> rows{{"ID", "NAME", "FORMAT", "RECEIVER", "KINDS", "STATE", "WAITING",
                              "LAST SUCCESS", "LAST ERROR"}};
  for (const auto& [webhook, waiting] : webhooks) {
    const std::string& error = webhook.health.last_error;
    rows.push_back({to_string(webhook.id), webhook.name.empty() ? "-" : webhook.name,
                    std::string(spelling(webhook.format)), webhook.url.origin(),
                    webhook.kinds.str(), std::string(spelling(webhook.state())),
                    std::to_string(waiting), shown(webhook.health.last_success),
                    error.empty() ? "-" : error});
  }
  print_table(std::cout, rows);
}

void list(const WebhookOptions& options) {
  const auto store = open_store(options.store, StoreUse::existing);
  const GuildId guild = guild_of(options);
  std::vector<WebhookShown> webhooks;
  read_and_wait(*store, guild, [&](Reader& records) {
    records.require_snapshot();
    webhooks.clear();
    for (Webhook& webhook : records.webhooks()) {
      const std::int64_t waiting = records.count_waiting(webhook);
      webhooks.push_back({std::move(webhook), waiting});
    }
  });
  if (!options.as_json) return print(webhooks);
  std::string text;
  JsonWriter json(text);
  shape::write(json, webhooks);
  std::cout << text << "\n";
}

void test(const WebhookOptions& options) {
  const auto store = open_store(options.store, StoreUse::existing);
  const WebhookId id = id_of(options);
  std::optional<Webhook> webhook;
  read_and_wait(*store, guild_of(options), [&](Reader& records) { webhook = records.webhook(id); });
  if (!webhook) throw StoreError("there is no webhook with the id " + options.id);
  const Timestamp now = SystemClock().now();
  SystemRandom random;
  const AuditedEvent event = test_event(IdSource().next(now, random), now);
  webhooks::HttpClient client(guard_of(options));
  std::promise<HttpReply> replied;
  client.post(message_for(*webhook, {&event, 1}, now).post,
              [&](HttpReply reply) { replied.set_value(std::move(reply)); });
  const HttpReply reply = replied.get_future().get();
  const auto took = reply.took.count();
  if (!reply.is_success()) {
    throw StoreError(fmt::format("the receiver did not accept the event after {} ms: {}{}{}", took,
                                 reply.failure, reply.body.empty() ? "" : "\n", reply.body));
  }
  std::cout << fmt::format("Delivered in {} ms, status {}\n", took, reply.status);
  if (!reply.body.empty()) std::cout << reply.body << "\n";
}

void remove(const WebhookOptions& options) {
  run(options, "webhook.delete", [&](WriteCall& call) -> Result<Rendered> {
    auto deleted = webhook_delete(call, {id_of(options)});
    if (!deleted) return fail(deleted.error());
    return Rendered{};
  });
  std::cout << "Deleted webhook " << options.id << "\n";
}

void add_guild(CLI::App& command, WebhookOptions& options) {
  command.add_option("--guild", options.guild, "The guild of the webhook")
      ->required()
      ->type_name("ID");
}

void add_id(CLI::App& command, WebhookOptions& options) {
  command.add_option("ID", options.id, "The webhook's ID, from blotter webhook list")->required();
}

void add_allow(CLI::App& command, WebhookOptions& options) {
  CLI::Option* option = command.add_option("--webhook-allow", options.allow, webhook_allow_text)
                            ->type_name("ADDRESSES")
                            ->envname("BLOTTER_WEBHOOK_ALLOW");
  set_webhook_allow(*option);
}

void describe_creation(CLI::App& command, WebhookOptions& options) {
  add_guild(command, options);
  command.add_option("--url", options.url, "Where to send the events: an http or https URL")
      ->required()
      ->type_name("URL");
  command
      .add_option("--kinds", options.kinds,
                  "Kinds of events, or prefixes such as leo.*, separated by commas")
      ->type_name("LIST")
      ->capture_default_str();
  command
      .add_option("--format", options.format,
                  "standard for signed JSON after Standard Webhooks, discord for messages in a "
                  "Discord channel")
      ->type_name("standard|discord")
      ->check(CLI::IsMember({"standard", "discord"}))
      ->capture_default_str();
  command.add_option("--name", options.name, "What the webhook is for")->type_name("TEXT");
  add_allow(command, options);
  add_store_arguments(command, options);
  command.footer(
      "Prints the secret that signs the events, once. A webhook for Discord has none.\n"
      "Examples:\n"
      "  blotter webhook create --guild mercury-roleplay --url https://bot.example/blotter\n"
      "  blotter webhook create --guild mercury-roleplay --format discord --kinds "
      "'civilian.bolo,leo.*' --url https://discord.example/api/webhooks/1/token");
}

}  // namespace

void add_webhook_command(CLI::App& app) {
  const auto options = std::make_shared<WebhookOptions>();
  CLI::App* webhook =
      app.add_subcommand("webhook", "Create, list, test and delete webhooks, which send events");
  const auto add = [&](const char* name, const char* about, void (*run)(const WebhookOptions&)) {
    CLI::App* command = webhook->add_subcommand(name, about);
    command->callback([options, run] { run(*options); });
    return command;
  };
  describe_creation(*add("create", "Create a webhook", create), *options);
  CLI::App* listing = add("list", "List the webhooks of a guild", list);
  add_guild(*listing, *options);
  listing->add_flag("--json", options->as_json, "Print a JSON array instead of a table");
  add_store_arguments(*listing, *options);
  listing->footer(
      "Examples:\n"
      "  blotter webhook list --guild mercury-roleplay\n"
      "  blotter webhook list --guild mercury-roleplay --json");
  CLI::App* testing = add("test", "Send a test event and show the receiver's reply", test);
  add_id(*testing, *options);
  add_guild(*testing, *options);
  add_allow(*testing, *options);
  add_store_arguments(*testing, *options);
  testing->footer(
      "Examples:\n"
      "  blotter webhook test --guild mercury-roleplay 1305482769401118720");
  CLI::App* deletion = add("delete", "Delete a webhook", remove);
  add_id(*deletion, *options);
  add_guild(*deletion, *options);
  add_store_arguments(*deletion, *options);
  deletion->footer(
      "Examples:\n"
      "  blotter webhook delete --guild mercury-roleplay 1305482769401118720");
  webhook->footer(
      "Examples:\n"
      "  blotter webhook create --guild mercury-roleplay --url https://bot.example/blotter\n"
      "  blotter webhook list --guild mercury-roleplay");
}

}  // namespace blotter::admin
