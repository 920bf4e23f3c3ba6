// Fixtures: a guild for each test, and a page that is signed in to it.
import { expect, test as base } from "@playwright/test";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { Guild, Program } from "./program";
import { Receiver } from "./receiver";

export { expect };

const guildsAtATime = 400;

interface TestFixtures {
  /** A guild for this test only. */
  readonly guild: Guild;
  /** A page that is signed in to that guild. */
  readonly signedInPage: Page;
  /** The guild with a key that also has the scope admin. */
  readonly admin: Guild;
  /** A page that is signed in with that key. */
  readonly adminPage: Page;
  /** A receiver of webhooks, for this test only. */
  readonly receiver: Receiver;
  /** Starts a server for this test only, with an empty store. */
  readonly start: (...options: string[]) => Promise<Program>;
  /** The servers that pages may send requests to. */
  readonly servers: { readonly url: string }[];
  /** Fails the test on page errors, policy violations and requests to other servers. */
  readonly watched: undefined;
}

interface WorkerFixtures {
  readonly program: Program;
  readonly takeGuild: () => Guild;
}

/** Signs a context in by storing the session as the console does; for tests that are not about signing in. */
export async function signIn(context: BrowserContext, { id, key }: Guild): Promise<void> {
  await context.addInitScript(
    ([guild, secret]) => {
      // about:blank has no storage.
      if (location.protocol === "about:") return;
      sessionStorage.setItem("blotter.session", JSON.stringify({ key: secret, guild }));
    },
    [id, key] as const,
  );
}

/** The suggestions of a combobox, without the options of selects. */
export function found(page: Page, name?: string | RegExp): Locator {
  const results = page.getByRole("listbox", { name: "Results" });
  return name === undefined ? results.getByRole("option") : results.getByRole("option", { name });
}

/** Opens a location in the console: "/civilians". */
export async function visit(page: Page, guild: Guild, place: string): Promise<void> {
  await page.goto(`${guild.program.url}/#${place}`);
}

/** Waits until the page has loaded its content. The stream of events never ends, so the network is never idle. */
export async function loaded(page: Page): Promise<void> {
  // After a change of the location only: the old page is gone.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator(".waiting, .skeleton, [aria-busy=true], [data-status='catching up']")).toHaveCount(0);
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  program: [
    async ({}, use) => {
      const program = await Program.start("--webhook-allow", "127.0.0.1");
      await use(program);
      await program.stop();
    },
    { scope: "worker" },
  ],

  takeGuild: [
    async ({ program }, use) => {
      const ids = Array.from({ length: guildsAtATime }, (_, index) => `guild-${index}`);
      const key = program.createKey(ids, "--name", "front desk");
      const guilds = ids.map((id) => new Guild(program, id, key));
      await use(() => {
        const guild = guilds.pop();
        if (!guild) throw new Error("no guilds left");
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

  watched: [
    async ({ context, servers }, use) => {
      const problems: string[] = [];
      context.on("weberror", (event) => problems.push(event.error().message));
      context.on("console", (message) => {
        if (/Content Security Policy|Refused to/.test(message.text())) problems.push(message.text());
      });
      context.on("request", (request) => {
        if (!servers.some(({ url }) => request.url().startsWith(url))) problems.push(`a request to ${request.url()}`);
      });
      await use(undefined);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],

  signedInPage: async ({ context, page, guild }, use) => {
    await signIn(context, guild);
    await use(page);
  },

  admin: async ({ guild }, use) => {
    await use(guild.withScopes("read,civilian,vehicle,firearm,leo,medical,admin"));
  },

  adminPage: async ({ context, page, admin }, use) => {
    await signIn(context, admin);
    await use(page);
  },

  receiver: async ({}, use) => {
    const receiver = await Receiver.start();
    await use(receiver);
    await receiver.stop();
  },
});
