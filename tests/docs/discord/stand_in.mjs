// Simulates Discord: login sends the interactions of STEPS to the bot, and each response is printed as one line of JSON.
// Everything else is the real discord.js. Responses must follow Discord's rules, because Discord would refuse others.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { Client, Events, REST } from "discord.js";

const print = (value) => console.log(JSON.stringify(value));

class Interaction {
  deferred = false;

  constructor(step) {
    this.step = step;
    this.commandName = step.command;
    this.guildId = step.guild;
    this.user = { id: "80351110224678912", username: "nightowl" };
    const option = (name) => step.options[name] ?? null;
    this.options = { getString: option, getNumber: option, getFocused: () => step.typed };
  }

  isAutocomplete() {
    return this.step.typed !== undefined;
  }

  isChatInputCommand() {
    return !this.isAutocomplete();
  }

  async deferReply({ flags }) {
    this.deferred = true;
    this.flags = flags;
  }

  async editReply(reply) {
    assert(this.deferred, "a reply can be edited once there is one");
    const message = typeof reply === "string" ? { content: reply } : reply;
    assert((message.content ?? "").length <= 2000);
    print({ flags: this.flags, content: message.content, embeds: message.embeds?.map((embed) => embed.toJSON()) });
  }

  async respond(choices) {
    assert(choices.length <= 25 && choices.every(({ name, value }) => name.length <= 100 && value.length <= 100));
    print({ choices: choices.map((choice) => choice.value) });
  }
}

Client.prototype.login = async function (token) {
  print({ login: token, mentions: this.options.allowedMentions });
  for (const step of JSON.parse(readFileSync(process.env.STEPS))) {
    const interaction = new Interaction(step);
    await Promise.all(this.listeners(Events.InteractionCreate).map((listener) => listener(interaction)));
  }
  await this.destroy();
};

REST.prototype.put = async function (route, { body }) {
  print({ route, commands: body });
};
