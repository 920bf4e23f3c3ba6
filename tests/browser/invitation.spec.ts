// An invitation: from the link that an owner sends to the console of the member.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { phone } from "./browser";
import { expect, test } from "./fixtures";
import { Guild } from "./program";
import { clipboard, home, isSignedInInNewTab, rail, secretOf, signInForm, stored } from "./session";

const invited = (page: Page) => page.getByRole("heading", { name: "You are invited", level: 1 });
const ready = (page: Page) => page.getByRole("heading", { name: "Your key is ready", level: 1 });
const deadLink = (page: Page) => page.getByRole("heading", { name: "This invitation does not work", level: 1 });
const accept = (page: Page) => page.getByRole("button", { name: "Get my key" });
const open = (page: Page) => page.getByRole("button", { name: "Open the console" });
const shownKey = (page: Page) => page.getByText(/^blotter_[0-9a-f]+$/);

interface Invitation {
  readonly keyID: string;
  readonly link: string;
}

async function invite(owner: Guild, changes: object = { role: "officer" }): Promise<Invitation> {
  const made = await owner.post("key/invite", { name: "Sgt. Reyes", ...changes });
  return { keyID: made.keyID as string, link: owner.program.url + (made.link as string) };
}

test("a member opens the link, saves the key and is signed in, also in new tabs", async ({ page, context, admin }) => {
  const { link } = await invite(admin);
  await page.goto(link);
  await expect(invited(page)).toBeFocused();
  await expect(page).toHaveTitle("Invitation · Blotter");
  await expect(page.getByRole("form", { name: "Invitation" })).toContainText(admin.id);
  expect(page.url()).toBe(`${admin.program.url}/#/invitation`);
  await accept(page).click();

  await expect(ready(page)).toBeFocused();
  const form = page.getByRole("form", { name: "Your key" });
  await expect(form).toContainText("Sgt. Reyes");
  await expect(form).toContainText("Officer. Arrests, cites, fines and impounds");
  const key = await shownKey(page).innerText();
  await page.getByRole("button", { name: "Copy" }).click();
  expect(await clipboard(page)).toBe(key);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`blotter-${admin.id}-officer-key.txt`);
  expect(readFileSync(await download.path(), "utf8")).toContain(`Key      ${key}\n`);
  await page.getByLabel("Remember in this browser").check();
  await open(page).click();

  await expect(home(page)).toBeVisible();
  await expect(rail(page)).toContainText("Sgt. Reyes");
  expect(page.url()).toBe(`${admin.program.url}/#/`);
  expect(await isSignedInInNewTab(context, admin.program)).toBe(true);
  expect(await stored(page)).not.toContain(secretOf(link));
  expect((await new Guild(admin.program, admin.id, key).get("key")).scopes).toEqual(["read", "leo"]);
});

test("a reload and the link itself lose neither the invitation nor the key", async ({ page, context, admin }) => {
  const { link } = await invite(admin);
  await page.goto(link);
  await page.reload();
  await accept(page).click();
  const key = await shownKey(page).innerText();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(shownKey(page)).toHaveText(key);
  await page.goto("about:blank");
  await page.goto(link);
  await expect(shownKey(page)).toHaveText(key);

  // Leaving without the key asks.
  await open(page).click();
  const ask = page.getByRole("dialog", { name: "Leave without the key?" });
  await ask.getByRole("button", { name: "Back to the key" }).click();
  await expect(shownKey(page)).toBeVisible();
  await page.getByRole("button", { name: "Copy" }).click();
  await open(page).click();
  await expect(home(page)).toBeVisible();
  // The session is for this tab, because nobody chose to remember it.
  expect(await isSignedInInNewTab(context, admin.program)).toBe(false);
});

test("closing the tab asks until the key is saved", async ({ page, admin }) => {
  await page.goto((await invite(admin)).link);
  await accept(page).click();
  await expect(ready(page)).toBeVisible();
  const shown = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const prompt = await shown;
  expect(prompt.type()).toBe("beforeunload");
  await prompt.dismiss();
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
});

test("a used, a revoked and a broken link say what to do", async ({ page, admin, program }) => {
  const used = await invite(admin);
  const headers = { Authorization: secretOf(used.link), Guild: admin.id };
  expect((await fetch(`${program.url}/invitation`, { method: "POST", headers })).status).toBe(201);
  const revoked = await invite(admin);
  await admin.remove("key/revoke", { keyID: revoked.keyID });
  for (const { link } of [used, revoked]) {
    await page.goto("about:blank");
    await page.goto(link);
    await accept(page).click();
    await expect(deadLink(page)).toBeFocused();
    await expect(page.getByText("Ask the owner who has invited you for a new link.")).toBeVisible();
    expect(await stored(page)).not.toContain(secretOf(link));
  }
  for (const place of ["", `/${admin.id}`, `/${admin.id}/%E6%9D`, "/no%20guild/0123"]) {
    await page.goto("about:blank");
    await page.goto(`${program.url}/#/invitation${place}`);
    await expect(deadLink(page), place).toBeVisible();
  }
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(signInForm(page)).toBeVisible();
});

test("without a response the link is kept, and a double click makes one key", async ({ page, admin }) => {
  await page.goto((await invite(admin)).link);
  await page.route("**/invitation", (route) => route.abort());
  await accept(page).click();
  await expect(page.getByRole("alert")).toContainText("The server does not respond.");
  await expect(page.getByRole("alert")).toContainText("ask the owner for a new invitation");
  await page.unroute("**/invitation");
  let sent = 0;
  await page.route("**/invitation", async (route) => {
    ++sent;
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await accept(page).dblclick();
  await expect(ready(page)).toBeVisible();
  expect(sent).toBe(1);
});

test("in a session of another guild the invitation says so, and switches this tab only", async ({
  page,
  context,
  admin,
  takeGuild,
}) => {
  const other = takeGuild();
  await page.goto(`${other.program.url}/#/sign-in/${other.id}/${other.key}`);
  await expect(rail(page)).toContainText(other.id);
  await page.goto((await invite(admin, { scopes: ["read", "vehicle"] })).link);
  await expect(page.getByRole("form", { name: "Invitation" })).toContainText(`signed in to ${other.id}`);
  await accept(page).click();
  await expect(page.getByRole("form", { name: "Your key" })).toContainText("See all records. Change vehicles.");
  await page.getByRole("button", { name: "Copy" }).click();
  await open(page).click();
  await expect(rail(page)).toContainText("Sgt. Reyes");
  expect(await isSignedInInNewTab(context, admin.program)).toBe(false);
});

test.describe("on a phone", () => {
  test.use(phone);
  test("the pages of an invitation fit", async ({ page, admin }) => {
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await page.goto((await invite(admin, { name: "A name of many words ".repeat(4), role: "dispatcher" })).link);
    await expect(invited(page)).toBeVisible();
    expect(await width()).toBeLessThanOrEqual(390);
    await accept(page).tap();
    await expect(ready(page)).toBeVisible();
    expect(await width()).toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: "Copy" }).tap();
    await open(page).tap();
    await expect(home(page)).toBeVisible();
  });
});
