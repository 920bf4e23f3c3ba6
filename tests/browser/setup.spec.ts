// The first start: from the printed link to the console.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test, visit } from "./fixtures";
import { Guild } from "./program";
import type { Program } from "./program";
import { clipboard, home, isSignedInInNewTab, rail, secretOf, signInForm, stored } from "./session";

const nameField = (page: Page) => page.getByLabel("Community name");
const idField = (page: Page) => page.getByLabel("Guild ID");
const create = (page: Page) => page.getByRole("button", { name: "Create community" });
const open = (page: Page) => page.getByRole("button", { name: "Open the console" });
const ready = (page: Page) => page.getByRole("heading", { name: "Your community is ready", level: 1 });
const deadLink = (page: Page) => page.getByRole("heading", { name: "This link does not work", level: 1 });
const shownKey = (page: Page) => page.getByText(/^blotter_[0-9a-f]+$/);

/** Opens the setup link and creates a community; returns its key. */
async function setUp(page: Page, program: Program, name = "Sandy Shores"): Promise<string> {
  await page.goto(await program.link("setup"));
  await nameField(page).fill(name);
  await create(page).click();
  await expect(ready(page)).toBeFocused();
  return shownKey(page).innerText();
}

test("from the setup link to the console, with the keyboard only", async ({ page, start }) => {
  const program = await start();
  const link = await program.link("setup");
  expect(secretOf(link)).toMatch(/^[0-9a-f]{32}$/);
  await page.goto(link);
  await expect(page).toHaveTitle("Set up · Blotter");
  await expect(nameField(page)).toBeFocused();
  await page.keyboard.type("Sandy Shores");
  await expect(idField(page)).toHaveValue("sandy-shores");
  await expect(idField(page)).toHaveAccessibleDescription(/Bots and game servers send this ID/);
  await page.keyboard.press("Enter");

  await expect(ready(page)).toBeFocused();
  const key = await shownKey(page).innerText();
  await expect(page.getByText("This key is shown only once.")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Copy" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Copied" })).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "Key copied." })).toBeVisible();
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

test("the key can be downloaded with its guild and URL", async ({ page, start }) => {
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

test("the ID follows the name while typing", async ({ page, start }) => {
  await page.goto(await (await start()).link("setup"));
  for (const [name, id] of Object.entries(ids)) {
    await nameField(page).fill(name);
    await expect(idField(page), name).toHaveValue(id);
  }
});

test("an edited ID stays when the name changes; an empty one follows the name again", async ({ page, start }) => {
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

test("an invalid ID is refused at its field, and nothing is sent", async ({ page, start }) => {
  await page.goto(await (await start()).link("setup"));
  let sent = 0;
  page.on("request", (request) => (sent += request.method() === "POST" ? 1 : 0));
  await nameField(page).fill("東京");
  for (const id of ["東京", "sandy shores", "a/b", "x".repeat(65)]) {
    await idField(page).fill(id);
    await create(page).click();
    await expect(idField(page)).toHaveAccessibleDescription(/Invalid ID\. Use only A-Z a-z 0-9 _ and -/);
    await expect(idField(page)).toBeFocused();
    await expect(idField(page)).toHaveValue(id);
  }
  expect(sent).toBe(0);
  await idField(page).fill("tokyo");
  await create(page).click();
  await expect(ready(page)).toBeVisible();
});

test("an ID that the server refuses shows the server's message at its field", async ({ page, start }) => {
  await page.goto(await (await start()).link("setup"));
  await page.route("**/setup", (route) =>
    route.continue({ headers: { ...route.request().headers(), guild: "not an id" } }),
  );
  await nameField(page).fill("Sandy Shores");
  await create(page).click();
  await expect(idField(page)).toHaveAccessibleDescription(/The guild id must be 1 to 64 of the characters/);
  await expect(idField(page)).toBeFocused();
  await page.unroute("**/setup");
  await create(page).click();
  await expect(ready(page)).toBeVisible();
});

test("a used link shows how to sign in", async ({ page, context, start }) => {
  const program = await start();
  await setUp(page, program);
  const other = await context.newPage();
  await other.goto(await program.link("setup"));
  await nameField(other).fill("Another");
  await create(other).click();
  await expect(deadLink(other)).toBeFocused();
  await expect(other.getByText("Restart the server: it prints a new link.")).toBeVisible();
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
  test(`${place} is not a setup link`, async ({ page, guild }) => {
    await visit(page, guild, place);
    await expect(deadLink(page)).toBeFocused();
  });
}

test("the token is removed from the URL at once, and a reload keeps it until it is used", async ({ page, start }) => {
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

  // Neither a reload nor the link itself loses the key before it is saved.
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

test("leaving without the key needs confirmation, in the page and in the browser", async ({ page, start }) => {
  await setUp(page, await start());
  const shown = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const prompt = await shown;
  expect(prompt.type()).toBe("beforeunload");
  await prompt.dismiss();

  await open(page).click();
  const dialog = page.getByRole("dialog", { name: "Leave without the key?" });
  await dialog.getByRole("button", { name: "Back to the key" }).click();
  await expect(dialog).toBeHidden();
  await expect(shownKey(page)).toBeVisible();
  await open(page).click();
  await dialog.getByRole("button", { name: "Open the console" }).click();
  await expect(home(page)).toBeVisible();
});

test("leaving with the key needs no confirmation", async ({ page, start }) => {
  await setUp(page, await start());
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
});

/** Without TLS, and not on localhost, pages cannot use the clipboard API. */
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

test("the key can be copied without the clipboard API", async ({ page, start, servers }) => {
  const key = await setUpWithoutTls(page, await start(), servers);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await paste(page)).toBe(key);
});

test("if copying fails the key is selected, and Ctrl+C copies it", async ({ page, start, servers }) => {
  await page.addInitScript(() => Object.assign(document, { execCommand: () => false }));
  const key = await setUpWithoutTls(page, await start(), servers);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText("The key is selected. Press Ctrl+C")).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(key);
  await page.keyboard.press("Control+C");
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await paste(page)).toBe(key);
});

for (const remember of [false, true]) {
  test(`the session is ${remember ? "" : "not "}kept in a new tab`, async ({ page, context, start }) => {
    const program = await start();
    await setUp(page, program);
    await page.getByRole("button", { name: "Copy" }).click();
    if (remember) await page.getByLabel("Remember in this browser").check();
    await open(page).click();
    await expect(home(page)).toBeVisible();
    expect(await isSignedInInNewTab(context, program)).toBe(remember);
  });
}

test("without a response an error is shown, and a retry works", async ({ page, start }) => {
  await page.goto(await (await start()).link("setup"));
  await page.route("**/setup", (route) => route.abort());
  await nameField(page).fill("Sandy Shores");
  await create(page).click();
  await expect(page.getByRole("alert")).toContainText("The server does not respond");
  await expect(page.getByRole("alert")).toContainText("blotter key create --guild sandy-shores");
  await page.unroute("**/setup");
  await create(page).click();
  await expect(ready(page)).toBeVisible();
});

for (const [status, next] of [
  [429, "Wait a minute and try again."],
  [500, "see the server log"],
] as const) {
  test(`status ${status} shows the next step, and the link stays valid`, async ({ page, start }) => {
    await page.goto(await (await start()).link("setup"));
    await page.route("**/setup", (route) => route.fulfill({ status, json: { details: "Something failed" } }));
    await nameField(page).fill("Sandy Shores");
    await create(page).click();
    await expect(page.getByRole("alert")).toContainText("Something failed");
    await expect(page.getByRole("alert")).toContainText(next);
    await page.unroute("**/setup");
    await create(page).click();
    await expect(ready(page)).toBeVisible();
  });
}

test("a double click creates one community", async ({ page, start }) => {
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

test("setup works in a session of another guild, and switches to the new one", async ({
  signedInPage,
  guild,
  start,
}) => {
  const program = await start();
  await setUp(signedInPage, program);
  await signedInPage.getByRole("button", { name: "Copy" }).click();
  await open(signedInPage).click();
  await expect(rail(signedInPage)).toContainText("sandy-shores");
  await expect(rail(signedInPage)).not.toContainText(guild.id);
});

test("a server without a guild prints a new link at every start, and later none", async ({ page, start }) => {
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
