// The stream of events: one for all tabs, resumed after every interruption.
import type { BrowserContext, Page } from "@playwright/test";
import { expect, loaded, signIn, test, visit } from "./fixtures";
import { Guild } from "./program";
import type { Program } from "./program";

const dot = (page: Page) => page.locator(".connection");
const latest = (page: Page) => page.getByRole("region", { name: "Latest changes" });

async function openStreams({ url }: Program): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^blotter_open_streams (\d+)$/m.exec(metrics)?.[1]);
}

async function ownGuild(program: Program): Promise<Guild> {
  const guild = new Guild(program, "guild", program.createKey(["guild"]));
  await guild.civilian("John Doe");
  return guild;
}

async function openHome(context: BrowserContext, guild: Guild): Promise<Page> {
  const page = await context.newPage();
  await visit(page, guild, "/");
  await loaded(page);
  await expect(dot(page)).toHaveText("Connected");
  return page;
}

test("tabs share one stream, and none misses an event when the tab that reads it is closed", async ({
  context,
  start,
}) => {
  const program = await start();
  const guild = await ownGuild(program);
  await signIn(context, guild);
  const tabs = [await openHome(context, guild), await openHome(context, guild), await openHome(context, guild)];
  expect(await openStreams(program)).toBe(1);
  let count = 0;
  while (tabs.length > 0) {
    await guild.cite("John Doe", `Charge ${++count}.`);
    for (const tab of tabs) await expect(latest(tab)).toContainText(`Charge ${count}.`);
    const closed = tabs.shift()?.close();
    await guild.cite("John Doe", `Charge ${++count}.`);
    await closed;
    await guild.cite("John Doe", `Charge ${++count}.`);
    for (const tab of tabs) {
      for (const each of [count - 1, count]) await expect(latest(tab)).toContainText(`Charge ${each}.`);
      await expect(dot(tab)).toHaveText("Connected");
    }
    await expect.poll(() => openStreams(program)).toBe(tabs.length > 0 ? 1 : 0);
  }
});

test("a tab takes over from one that does not respond, as browsers freeze hidden tabs", async ({ context, start }) => {
  const program = await start();
  const guild = await ownGuild(program);
  await signIn(context, guild);
  const [frozen, shown] = [await openHome(context, guild), await openHome(context, guild)];
  const devTools = await context.newCDPSession(frozen);
  // A debugger stops it like a freeze.
  await devTools.send("Debugger.enable");
  await devTools.send("Debugger.pause");
  await guild.cite("John Doe", "Speeding");
  await shown.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(latest(shown)).toContainText("Speeding");
  await devTools.send("Debugger.resume");
  await guild.cite("John Doe", "Parking");
  for (const tab of [shown, frozen]) await expect(latest(tab)).toContainText("Parking");
  await expect(latest(frozen)).toContainText("Speeding");
  await expect.poll(() => openStreams(program)).toBe(1);
});

test("without locks, as over plain HTTP, each visible tab has a stream", async ({ context, start }) => {
  const program = await start();
  const guild = await ownGuild(program);
  await signIn(context, guild);
  await context.addInitScript(() => delete (Navigator.prototype as { locks?: unknown }).locks);
  const [hidden, visible] = [await openHome(context, guild), await openHome(context, guild)];
  expect(await openStreams(program)).toBe(2);
  const setVisibility = (state: string) =>
    hidden.evaluate((value) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, value });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await setVisibility("hidden");
  await expect.poll(() => openStreams(program)).toBe(1);
  await guild.cite("John Doe", "Speeding");
  await expect(latest(visible)).toContainText("Speeding");
  await expect(latest(hidden)).not.toContainText("Speeding");
  await setVisibility("visible");
  await expect(latest(hidden)).toContainText("Speeding");
});

test("after an outage the console shows what has changed", async ({ context, start }) => {
  const program = await start();
  const guild = await ownGuild(program);
  await signIn(context, guild);
  const page = await openHome(context, guild);
  await program.halt();
  await expect(dot(page)).toContainText("Offline");
  // The server is back before the connection.
  await page.route("**/api/events*", (route) => route.abort());
  await program.resume();
  await guild.cite("John Doe", "Speeding");
  await page.unroute("**/api/events*");
  await expect(dot(page)).toHaveText("Connected");
  await expect(latest(page)).toContainText("Speeding");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a console without network reconnects at once when it is back", async ({ context, guild }) => {
  await guild.civilian("John Doe");
  await signIn(context, guild);
  const page = await openHome(context, guild);
  await context.setOffline(true);
  await expect(dot(page)).toContainText("Offline");
  await guild.cite("John Doe", "Speeding");
  await context.setOffline(false);
  await expect(latest(page)).toContainText("Speeding");
  await expect(dot(page)).toHaveText("Connected");
});

test("a request that failed during an outage is repeated after it", async ({ context, guild }) => {
  await guild.civilian("John Doe");
  await signIn(context, guild);
  const page = await openHome(context, guild);
  await page.route("**/api/audit*", (route) => route.abort());
  await guild.cite("John Doe", "Speeding");
  await expect(page.getByRole("alert")).toContainText("The server does not respond");
  await context.setOffline(true);
  await expect(dot(page)).toContainText("Offline");
  await page.unroute("**/api/audit*");
  await context.setOffline(false);
  await expect(latest(page)).toContainText("Speeding");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a connection that is silent for too long is replaced", async ({ context, guild }) => {
  await guild.civilian("John Doe");
  await signIn(context, guild);
  await context.clock.install();
  const page = await openHome(context, guild);
  const stream = page.waitForRequest((request) => request.headers()["accept"] === "text/event-stream");
  await page.clock.fastForward(41_000);
  await stream;
  await expect(dot(page)).toHaveText("Connected");
  await guild.cite("John Doe", "Speeding");
  await expect(latest(page)).toContainText("Speeding");
});

test("after a reset everything is read again", async ({ context, page, guild }) => {
  await guild.civilian("John Doe");
  await signIn(context, guild);
  let isFirst = true;
  await page.route("**/api/events", async (route) => {
    if (!isFirst) return route.fallback();
    isFirst = false;
    // An event that the stream does not report, as if the server had lost it.
    await guild.cite("John Doe", "Speeding");
    const body = `retry: 100\n: connected\n\nid: 2\nevent: reset\ndata: {"oldest":1,"latest":2}\n\n`;
    return route.fulfill({ contentType: "text/event-stream", body });
  });
  await visit(page, guild, "/");
  await expect(latest(page)).toContainText("Speeding");
  await expect(dot(page)).toHaveText("Connected");
});

test("a server with too many streams is asked again later", async ({ context, start }) => {
  const program = await start("--streams-max", "1");
  const guild = await ownGuild(program);
  const other = new AbortController();
  await fetch(`${program.url}/api/events`, {
    headers: { Authorization: guild.key, Guild: guild.id, Accept: "text/event-stream" },
    signal: other.signal,
  });
  await signIn(context, guild);
  const page = await context.newPage();
  await visit(page, guild, "/");
  await expect(dot(page)).toContainText("Offline");
  await expect(latest(page)).toContainText("John Doe");
  other.abort();
  await expect(dot(page)).toHaveText("Connected");
});

test("when the key is revoked, all tabs ask to sign in again", async ({ context, start }) => {
  const program = await start();
  const guild = await ownGuild(program);
  await signIn(context, guild);
  const tabs = [await openHome(context, guild), await openHome(context, guild)];
  program.run("key", "revoke", (await guild.get("key")).keyID);
  for (const tab of tabs) await expect(tab.getByRole("form", { name: "Sign in" })).toBeVisible();
  const again = program.createKey([guild.id]);
  await tabs[0]!.getByLabel("Key", { exact: true }).fill(again);
  await tabs[0]!.getByRole("button", { name: "Sign in" }).click();
  await expect(tabs[0]!.getByRole("form", { name: "Sign in" })).toBeHidden();
  await new Guild(program, guild.id, again).cite("John Doe", "Speeding");
  await expect(latest(tabs[0]!)).toContainText("Speeding");
});
