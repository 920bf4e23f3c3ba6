// What tests ask for: a guild that nobody else uses, and a page that is signed in to it.
import { test as base } from "@playwright/test";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { Guild, Program } from "./program";

export { expect } from "@playwright/test";

const guildsAtATime = 100;

interface Desk {
  /** A guild of this test alone. */
  readonly guild: Guild;
  /** A page that is signed in to that guild as soon as it visits the console. */
  readonly desk: Page;
  /** Starts a program for this test alone, on an empty store. */
  readonly start: (...options: string[]) => Promise<Program>;
  /** The servers that pages may send requests to. */
  readonly servers: { readonly url: string }[];
  /** Every page of every test is held to this. */
  readonly watched: undefined;
}

interface Worker {
  readonly program: Program;
  readonly takeGuild: () => Guild;
}

/** Signs a context in, as the console itself keeps a session; for tests that are not about signing in. */
export async function signIn(context: BrowserContext, { id, key }: Guild): Promise<void> {
  await context.addInitScript(
    ([guild, secret]) => {
      // An empty page has no storage.
      if (location.protocol === "about:") return;
      sessionStorage.setItem("blotter.session", JSON.stringify({ key: secret, guild }));
    },
    [id, key] as const,
  );
}

/** What a field offers while one types; the choices of a select are options too, but not these. */
export function found(page: Page, name?: string): Locator {
  const offers = page.getByRole("listbox", { name: "Found" });
  return name === undefined ? offers.getByRole("option") : offers.getByRole("option", { name });
}

/** Goes to a place of the console: "/civilians". */
export async function visit(page: Page, guild: Guild, place: string): Promise<void> {
  await page.goto(`${guild.program.url}/#${place}`);
}

export const test = base.extend<Desk, Worker>({
  program: [
    async ({}, use) => {
      const program = await Program.start();
      await use(program);
      await program.stop();
    },
    { scope: "worker" },
  ],

  takeGuild: [
    async ({ program }, use) => {
      const ids = Array.from({ length: guildsAtATime }, (_, index) => `guild-${index}`);
      const key = program.createKey(ids, "--name", "desk");
      const guilds = ids.map((id) => new Guild(program, id, key));
      await use(() => {
        const guild = guilds.pop();
        if (!guild) throw new Error("there are no more guilds");
        return guild;
      });
    },
    { scope: "worker" },
  ],

  guild: async ({ takeGuild }, use) => {
    await use(takeGuild());
  },

  servers: async ({ program }, use) => {
    await use([program]);
  },

  start: async ({ servers }, use) => {
    const started: Program[] = [];
    await use(async (...options) => {
      const program = await Program.start(...options);
      started.push(program);
      servers.push(program);
      return program;
    });
    for (const program of started) await program.stop();
  },

  // No error in any page, nothing that the policy of the server had to stop, and not one request to somebody else.
  watched: [
    async ({ context, servers }, use) => {
      const wrong: string[] = [];
      context.on("weberror", (event) => wrong.push(event.error().message));
      context.on("console", (message) => {
        if (/Content Security Policy|Refused to/.test(message.text())) wrong.push(message.text());
      });
      context.on("request", (request) => {
        if (!servers.some(({ url }) => request.url().startsWith(url))) wrong.push(`a request to ${request.url()}`);
      });
      await use(undefined);
      base.expect(wrong).toEqual([]);
    },
    { auto: true },
  ],

  desk: async ({ context, page, guild }, use) => {
    await signIn(context, guild);
    await use(page);
  },
});
