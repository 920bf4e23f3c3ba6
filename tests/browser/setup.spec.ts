// The first start: from the link that the server prints to the console, and links that sign in at once.
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test, visit } from "./fixtures";
import { Guild } from "./program";
import type { Program } from "./program";

const nameField = (page: Page) => page.getByLabel("Name of the community");
const idField = (page: Page) => page.getByLabel("Guild id");
const create = (page: Page) => page.getByRole("button", { name: "Create the community" });
const open = (page: Page) => page.getByRole("button", { name: "Open the console" });
const ready = (page: Page) => page.getByRole("heading", { name: "Your community is ready", level: 1 });
const deadLink = (page: Page) => page.getByRole("heading", { name: "This link does not work", level: 1 });
const home = (page: Page) => page.getByRole("heading", { name: "Home", level: 1 });
const signInForm = (page: Page) => page.getByRole("form", { name: "Sign in" });
const shownKey = (page: Page) => page.getByText(/^blotter_[0-9a-f]+$/);
const rail = (page: Page) => page.getByRole("navigation", { name: "Main", exact: true });

const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
const secretOf = (link: string) => link.slice(link.lastIndexOf("/") + 1);
const linkTo = (guild: Guild, key = guild.key) => `${guild.program.url}/#/sign-in/${guild.id}/${key}`;

/** Opens the link of a first start and creates a community; gives its key. */
async function setUp(page: Page, program: Program, name = "Sandy Shores"): Promise<string> {
  await page.goto(await program.link("setup"));
  await nameField(page).fill(name);
  await create(page).click();
  await expect(ready(page)).toBeFocused();
  return shownKey(page).innerText();
}

async function clipboard(page: Page): Promise<string> {
  await page.context().grantPermissions(["clipboard-read"]);
  return page.evaluate(() => navigator.clipboard.readText());
}

test("from the link of the first start to the console, with the keyboard alone", async ({ page, start }) => {
  const program = await start();
  const link = await program.link("setup");
  expect(secretOf(link)).toMatch(/^[0-9a-f]{32}$/);
  await page.goto(link);
  await expect(page).toHaveTitle("Set up · Blotter");
  await expect(nameField(page)).toBeFocused();
  await page.keyboard.type("Sandy Shores");
  await expect(idField(page)).toHaveValue("sandy-shores");
  await expect(idField(page)).toHaveAccessibleDescription(/Bots and game servers send this id/);
  await page.keyboard.press("Enter");

  await expect(ready(page)).toBeFocused();
  const key = await shownKey(page).innerText();
  await expect(page.getByText("It is shown only this once.")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Copy" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Copied" })).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "The key is copied." })).toBeVisible();
  expect(await clipboard(page)).toBe(key);
  for (let tabs = 0; tabs < 3; ++tabs) await page.keyboard.press("Tab");
  await expect(open(page)).toBeFocused();
  await page.keyboard.press("Enter");

  await expect(home(page)).toBeFocused();
  await expect(rail(page)).toContainText("sandy-shores");
  await expect(rail(page)).toContainText("owner");
  for (const title of ["Civilians", "Vehicles", "Firearms", "Law enforcement", "Medical", "Activity"]) {
    await expect(rail(page).getByRole("link", { name: title })).toBeVisible();
  }
  const guild = new Guild(program, "sandy-shores", key);
  await guild.civilian("John Doe");
  await visit(page, guild, "/civilians");
  await expect(page.getByRole("link", { name: "John Doe" })).toBeVisible();
});

test("the key can be downloaded, with all that one needs to use it", async ({ page, start }) => {
  const program = await start();
  const key = await setUp(page, program);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("blotter-sandy-shores-owner-key.txt");
  const text = readFileSync(await download.path(), "utf8");
  expect(text).toMatch(/^Guild +sandy-shores$/m);
  expect(text).toContain(`Address  ${program.url}\n`);
  expect(text).toContain(`Key      ${key}\n`);
  await expect(page.getByText("Downloaded as blotter-sandy-shores-owner-key.txt.")).toBeVisible();
  await open(page).click();
  await expect(home(page)).toBeVisible();
});

const ids: Record<string, string> = {
  "Los Santos Roleplay": "los-santos-roleplay",
  "  Señora Café & Co.  ": "senora-cafe-co",
  "Pete's – the 2nd_City!": "petes-the-2nd_city",
  "Łódź, Straße, Ærø": "lodz-strasse-aero",
  "ＷＩＤＥ Ⅻ": "wide-xii",
  東京: "",
  "--": "",
  [`${"a".repeat(63)} tail`]: "a".repeat(63),
  ["b".repeat(70)]: "b".repeat(64),
};

test("the id follows the name while one types", async ({ page, start }) => {
  await page.goto(await (await start()).link("setup"));
  for (const [name, id] of Object.entries(ids)) {
    await nameField(page).fill(name);
    await expect(idField(page), name).toHaveValue(id);
  }
});

test("an id of one's own stays, whatever the name becomes; without it the name counts again", async ({
  page,
  start,
}) => {
  const program = await start();
  await page.goto(await program.link("setup"));
  await nameField(page).fill("Sandy Shores");
  await idField(page).fill("SSRP_2");
  await nameField(page).fill("Sandy Shores Roleplay");
  await expect(idField(page)).toHaveValue("SSRP_2");
  await idField(page).fill("");
  await expect(idField(page)).toHaveValue("");
  await nameField(page).focus();
  await expect(idField(page)).toHaveValue("sandy-shores-roleplay");
  await idField(page).fill("SSRP_2");
  await create(page).click();
  const key = await shownKey(page).innerText();
  expect(await new Guild(program, "SSRP_2", key).status("key")).toBe(200);
});

test("what cannot be an id is refused at its field, and nothing is sent", async ({ page, start }) => {
  await page.goto(await (await start()).link("setup"));
  let sent = 0;
  page.on("request", (request) => (sent += request.method() === "POST" ? 1 : 0));
  await nameField(page).fill("東京");
  for (const id of ["東京", "sandy shores", "a/b", "x".repeat(65)]) {
    await idField(page).fill(id);
    await create(page).click();
    await expect(idField(page)).toHaveAccessibleDescription(/This cannot be an id\. Use only A-Z a-z 0-9 _ and -/);
    await expect(idField(page)).toBeFocused();
    await expect(idField(page)).toHaveValue(id);
  }
  expect(sent).toBe(0);
  await idField(page).fill("tokyo");
  await create(page).click();
  await expect(ready(page)).toBeVisible();
});

test("an id that the server refuses is told at its field, in the server's words", async ({ page, start }) => {
  await page.goto(await (await start()).link("setup"));
  await page.route("**/setup", (route) =>
    route.continue({ headers: { ...route.request().headers(), guild: "not an id" } }),
  );
  await nameField(page).fill("Sandy Shores");
  await create(page).click();
  await expect(idField(page)).toHaveAccessibleDescription(/the guild id must be 1 to 64 of the characters/);
  await expect(idField(page)).toBeFocused();
  await page.unroute("**/setup");
  await create(page).click();
  await expect(ready(page)).toBeVisible();
});

test("a link that was used leads on to signing in", async ({ page, context, start }) => {
  const program = await start();
  await setUp(page, program);
  const other = await context.newPage();
  await other.goto(await program.link("setup"));
  await nameField(other).fill("Another");
  await create(other).click();
  await expect(deadLink(other)).toBeFocused();
  await expect(other.getByText("Start the server again: it prints a new link.")).toBeVisible();
  await expect(other.getByText("blotter key create --guild NAME")).toBeVisible();
  await other.getByRole("link", { name: "Sign in" }).click();
  await expect(signInForm(other).getByLabel("Guild")).toBeFocused();
  expect(await stored(other)).not.toContain(secretOf(await program.link("setup")));
});

for (const [what, token] of [
  ["a wrong token", "0".repeat(32)],
  ["half a token", "0123"],
] as const) {
  test(`${what} creates nothing, and the right link still works`, async ({ page, start }) => {
    const program = await start();
    await page.goto(`${program.url}/#/setup/${token}`);
    await nameField(page).fill("Sandy Shores");
    await create(page).click();
    await expect(deadLink(page)).toBeFocused();
    await setUp(page, program);
  });
}

for (const place of ["/setup", "/setup/", "/setup/東京", "/setup/%E6%9D"]) {
  test(`${place} is no set-up link`, async ({ page, guild }) => {
    await visit(page, guild, place);
    await expect(deadLink(page)).toBeFocused();
  });
}

test("the token leaves the address at once, and a reload keeps it until it is used", async ({ page, start }) => {
  const program = await start();
  const link = await program.link("setup");
  await page.goto(link);
  await expect(nameField(page)).toBeVisible();
  expect(page.url()).toBe(`${program.url}/#/setup`);
  expect(await page.evaluate(() => history.length)).toBe(2);
  await page.reload();
  await nameField(page).fill("Sandy Shores");
  await create(page).click();
  const key = await shownKey(page).innerText();

  // Neither a reload nor the link itself takes the key away before somebody has it.
  await page.reload();
  await expect(shownKey(page)).toHaveText(key);
  await page.goto("about:blank");
  await page.goto(link);
  await expect(shownKey(page)).toHaveText(key);

  await page.getByRole("button", { name: "Copy" }).click();
  await open(page).click();
  await expect(home(page)).toBeVisible();
  expect(await stored(page)).not.toContain(secretOf(link));
  await visit(page, new Guild(program, "sandy-shores", key), "/setup");
  await expect(deadLink(page)).toBeVisible();
  await expect(shownKey(page)).toBeHidden();
});

test("leaving without the key is asked about, inside the page and by the browser", async ({ page, start }) => {
  await setUp(page, await start());
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();

  await open(page).click();
  const dialog = page.getByRole("dialog", { name: "Leave without the key?" });
  await dialog.getByRole("button", { name: "Back to the key" }).click();
  await expect(dialog).toBeHidden();
  await expect(shownKey(page)).toBeVisible();
  await open(page).click();
  await dialog.getByRole("button", { name: "Open the console" }).click();
  await expect(home(page)).toBeVisible();
});

test("with the key in hand nobody is asked", async ({ page, start }) => {
  await setUp(page, await start());
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
});

/** Without TLS, and not on the machine itself, browsers keep the clipboard from pages. */
async function setUpWithoutTls(page: Page, program: Program, servers: { url: string }[]): Promise<string> {
  const url = program.url.replace("127.0.0.1", "0.0.0.0");
  servers.push({ url });
  await page.goto(`${url}/#/setup/${secretOf(await program.link("setup"))}`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await nameField(page).fill("Sandy Shores");
  await create(page).click();
  return shownKey(page).innerText();
}

async function paste(page: Page): Promise<string> {
  await page.evaluate(() => (location.hash = "#/sign-in"));
  await signInForm(page).getByLabel("Guild").focus();
  await page.keyboard.press("Control+V");
  return signInForm(page).getByLabel("Guild").inputValue();
}

test("the key can be copied where pages may not use the clipboard", async ({ page, start, servers }) => {
  const key = await setUpWithoutTls(page, await start(), servers);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await paste(page)).toBe(key);
});

test("where copying fails the key is selected, and one key press copies it", async ({ page, start, servers }) => {
  await page.addInitScript(() => Object.assign(document, { execCommand: () => false }));
  const key = await setUpWithoutTls(page, await start(), servers);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText("The key is selected: press Ctrl+C")).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(key);
  await page.keyboard.press("Control+C");
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await paste(page)).toBe(key);
});

async function isSignedInAnew(context: BrowserContext, program: Program): Promise<boolean> {
  const other = await context.newPage();
  await other.goto(program.url);
  await expect(home(other).or(signInForm(other))).toBeVisible();
  return home(other).isVisible();
}

for (const remember of [false, true]) {
  test(`the session is ${remember ? "" : "not "}there in a new tab`, async ({ page, context, start }) => {
    const program = await start();
    await setUp(page, program);
    await page.getByRole("button", { name: "Copy" }).click();
    if (remember) await page.getByLabel("Remember on this browser").check();
    await open(page).click();
    await expect(home(page)).toBeVisible();
    expect(await isSignedInAnew(context, program)).toBe(remember);
  });
}

test("a server that does not answer is told, and creating works when it does", async ({ page, start }) => {
  await page.goto(await (await start()).link("setup"));
  await page.route("**/setup", (route) => route.abort());
  await nameField(page).fill("Sandy Shores");
  await create(page).click();
  await expect(page.getByRole("alert")).toContainText("The server does not answer");
  await expect(page.getByRole("alert")).toContainText("blotter key create --guild sandy-shores");
  await page.unroute("**/setup");
  await create(page).click();
  await expect(ready(page)).toBeVisible();
});

for (const [status, next] of [
  [429, "Wait a minute and try again."],
  [500, "the log of the server says why"],
] as const) {
  test(`an answer of ${status} says what to do next, and the link stays good`, async ({ page, start }) => {
    await page.goto(await (await start()).link("setup"));
    await page.route("**/setup", (route) => route.fulfill({ status, json: { details: "Something is in the way" } }));
    await nameField(page).fill("Sandy Shores");
    await create(page).click();
    await expect(page.getByRole("alert")).toContainText("Something is in the way");
    await expect(page.getByRole("alert")).toContainText(next);
    await page.unroute("**/setup");
    await create(page).click();
    await expect(ready(page)).toBeVisible();
  });
}

test("a click too many creates nothing twice", async ({ page, start }) => {
  await page.goto(await (await start()).link("setup"));
  let sent = 0;
  await page.route("**/setup", async (route) => {
    ++sent;
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await nameField(page).fill("Sandy Shores");
  await create(page).dblclick();
  await expect(ready(page)).toBeVisible();
  expect(sent).toBe(1);
});

test("setting up works beside a session of another guild, and changes to the new one", async ({
  desk,
  guild,
  start,
}) => {
  const program = await start();
  await setUp(desk, program);
  await desk.getByRole("button", { name: "Copy" }).click();
  await open(desk).click();
  await expect(rail(desk)).toContainText("sandy-shores");
  await expect(rail(desk)).not.toContainText(guild.id);
});

test("a server without a guild prints a new link at every start, and none once there is one", async ({
  page,
  start,
}) => {
  const program = await start();
  const first = await program.link("setup");
  await program.restart();
  expect(secretOf(await program.link("setup"))).not.toBe(secretOf(first));
  await page.goto(`${program.url}/#/setup/${secretOf(first)}`);
  await nameField(page).fill("Sandy Shores");
  await create(page).click();
  await expect(deadLink(page)).toBeVisible();

  await setUp(page, program);
  await program.restart();
  const printed = await program.restart();
  expect(printed[0]).toContain("listening on");
  expect(printed.join("\n")).not.toContain("#/");
});

test("the link of the demo signs in at once and leaves no key in the address", async ({ page, start }) => {
  const program = await start("--demo");
  const link = await program.link("sign-in");
  await page.goto(link);
  await expect(home(page)).toBeVisible();
  await expect(rail(page)).toContainText("demo");
  expect(page.url()).toBe(`${program.url}/#/`);
  expect(await page.evaluate(() => history.length)).toBe(2);
  await page.reload();
  await expect(home(page)).toBeVisible();
});

test("a demo that starts again prints the same link", async ({ page, start }) => {
  const program = await start("--demo");
  const link = await program.link("sign-in");
  await program.restart();
  expect(secretOf(await program.link("sign-in"))).toBe(secretOf(link));
  await page.goto(await program.link("sign-in"));
  await expect(home(page)).toBeVisible();
});

test("a sign-in link is for the tab, and is not kept for itself", async ({ page, context, guild, program }) => {
  await page.goto(linkTo(guild));
  await expect(home(page)).toBeVisible();
  expect(await isSignedInAnew(context, program)).toBe(false);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(signInForm(page)).toBeVisible();
  expect(await stored(page)).not.toContain(guild.key);
});

test("a sign-in link with a key that is not valid leads to signing in by hand", async ({ page, guild, program }) => {
  await page.goto(linkTo(guild, "blotter_0000"));
  const form = signInForm(page);
  await expect(form.getByRole("alert")).toContainText("Unauthorised guild access (20058)");
  await expect(form.getByLabel("Guild")).toHaveValue(guild.id);
  await expect(form.getByLabel("Key", { exact: true })).toHaveValue("");
  await expect(form.getByLabel("Key", { exact: true })).toBeFocused();
  expect(page.url()).toBe(`${program.url}/#/sign-in`);
  expect(await stored(page)).not.toContain("blotter_0000");
  await page.keyboard.type(guild.key);
  await page.keyboard.press("Enter");
  await expect(home(page)).toBeVisible();
});

test("a sign-in link changes the guild of who is signed in", async ({ page, guild, takeGuild, program }) => {
  const other = takeGuild();
  await guild.civilian("Anna One");
  await other.civilian("Berta Two");
  await page.goto(linkTo(guild));
  await expect(home(page)).toBeVisible();
  await visit(page, guild, "/civilians");
  await expect(page.getByRole("link", { name: "Anna One" })).toBeVisible();

  await page.goto(linkTo(other));
  await expect(page.getByRole("status").filter({ hasText: `Signed in to ${other.id}` })).toBeVisible();
  await expect(rail(page)).toContainText(other.id);
  await visit(page, other, "/civilians");
  await expect(page.getByRole("link", { name: "Berta Two" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Anna One" })).toBeHidden();
  // Going back passes places of the console only.
  for (let steps = 0; steps < 3; ++steps) {
    await page.goBack();
    expect(page.url().replace(program.url, "")).not.toContain(other.key);
  }
});

test("a sign-in link that is refused leaves the session that was there", async ({ page, guild, takeGuild }) => {
  await page.goto(linkTo(guild));
  await expect(home(page)).toBeVisible();
  await page.goto(linkTo(takeGuild(), "blotter_0000"));
  await expect(signInForm(page).getByRole("alert")).toBeVisible();
  await page.goto(`${guild.program.url}/#/`);
  await expect(rail(page)).toContainText(guild.id);
});

test("a sign-in link waits for a server that does not answer", async ({ page, guild }) => {
  await page.route("**/api/key", (route) => route.abort());
  await page.goto(linkTo(guild));
  const form = signInForm(page);
  await expect(form.getByRole("alert")).toContainText("The server does not answer");
  await expect(form.getByLabel("Key", { exact: true })).toHaveValue(guild.key);
  await page.reload();
  await expect(form.getByRole("alert")).toContainText("The server does not answer");
  await page.unroute("**/api/key");
  await form.getByRole("button", { name: "Sign in" }).click();
  await expect(home(page)).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  expect(await stored(page)).not.toContain(guild.key);
});

test("a second link counts, and not the first, in the order of the answers", async ({ page, guild, takeGuild }) => {
  const other = takeGuild();
  let answerFirst = () => undefined as void;
  const isAsked = new Promise<void>((asked) => {
    void page.route("**/api/key", async (route) => {
      if (route.request().headers()["guild"] === guild.id) {
        asked();
        await new Promise<void>((resolve) => (answerFirst = resolve));
      }
      await route.continue();
    });
  });
  await page.goto(linkTo(guild));
  await isAsked;
  await page.goto(linkTo(other));
  await expect(rail(page)).toContainText(other.id);
  const answered = page.waitForResponse((response) => response.request().headers()["guild"] === guild.id);
  answerFirst();
  await answered;
  await visit(page, other, "/civilians");
  await expect(page.getByText("No living civilian is like this")).toBeVisible();
  await expect(rail(page)).toContainText(other.id);
});

test("signing in tells newcomers how to get a key", async ({ page, guild }) => {
  await visit(page, guild, "/");
  await expect(signInForm(page)).toContainText("No key yet? The server prints a set-up link");
  await expect(signInForm(page).getByText("blotter key create --guild NAME")).toBeVisible();
});

test("whoever is signed in can sign in elsewhere by hand", async ({ desk, guild, takeGuild }) => {
  const other = takeGuild();
  await visit(desk, guild, "/sign-in");
  await signInForm(desk).getByLabel("Guild").fill(other.id);
  await signInForm(desk).getByLabel("Key", { exact: true }).fill(other.key);
  await signInForm(desk).getByRole("button", { name: "Sign in" }).click();
  await expect(rail(desk)).toContainText(other.id);
  expect(desk.url()).toBe(`${guild.program.url}/#/`);
});
