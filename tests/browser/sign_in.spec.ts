import { expect, test, visit } from "./fixtures";
import { Guild } from "./program";
import { home, signInForm } from "./session";
import type { Page } from "@playwright/test";

async function signInWith(page: Page, { id, key }: { id: string; key: string }, remember = false): Promise<void> {
  await page.getByLabel("Guild").fill(id);
  await page.getByLabel("Key", { exact: true }).fill(key);
  if (remember) await page.getByLabel("Remember in this browser").check();
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("signing in opens the requested page", async ({ page, guild }) => {
  await guild.civilian("John Doe");
  await visit(page, guild, "/civilians/John%20Doe");
  await signInWith(page, guild);
  await expect(page.getByRole("heading", { name: "John Doe", level: 1 })).toBeVisible();
});

for (const [what, changed] of [
  ["an unknown key", { key: "blotter_0000" }],
  ["an unknown guild", { id: "nobody" }],
  ["an invalid guild", { id: "no such guild" }],
] as const) {
  test(`${what} says what is wrong and keeps the input`, async ({ page, guild }) => {
    await visit(page, guild, "/");
    await signInWith(page, { id: guild.id, key: guild.key, ...changed });
    await expect(page.getByRole("alert")).toContainText("This key does not open this guild.");
    await expect(page.getByRole("alert")).toContainText("The key or the guild is wrong");
    await expect(page.getByRole("alert")).toContainText("Unauthorised guild access (20058)");
    await expect(page.getByLabel("Guild")).toHaveValue("id" in changed ? changed.id : guild.id);
    await expect(page.getByLabel("Key", { exact: true })).toHaveValue("key" in changed ? changed.key : guild.key);
  });
}

test("a guild that cannot be sent in a header is refused, and a retry works", async ({ page, guild }) => {
  await visit(page, guild, "/");
  await signInWith(page, { id: "東京", key: guild.key });
  await expect(page.getByRole("alert")).toContainText("Invalid characters in guild or key");
  await signInWith(page, guild);
  await expect(home(page)).toBeVisible();
});

test("without a response an error is shown, and a retry works", async ({ page, guild }) => {
  await visit(page, guild, "/");
  await page.route("**/api/key", (route) => route.abort());
  await signInWith(page, guild);
  await expect(page.getByRole("alert")).toContainText("The server does not respond");
  await page.unroute("**/api/key");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(home(page)).toBeVisible();
});

test("the session is kept for the tab and over a reload, not in other tabs", async ({ page, context, guild }) => {
  await visit(page, guild, "/");
  await signInWith(page, guild);
  await expect(home(page)).toBeVisible();
  await page.reload();
  await expect(home(page)).toBeVisible();
  const other = await context.newPage();
  await visit(other, guild, "/");
  await expect(signInForm(other)).toBeVisible();
});

test("a remembered session is kept in a new tab", async ({ page, context, guild }) => {
  await visit(page, guild, "/");
  await signInWith(page, guild, true);
  await expect(home(page)).toBeVisible();
  const other = await context.newPage();
  await visit(other, guild, "/");
  await expect(home(other)).toBeVisible();
});

test("signing out removes the key, also a remembered one", async ({ page, guild }) => {
  await visit(page, guild, "/");
  await signInWith(page, guild, true);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(signInForm(page)).toBeVisible();
  await page.reload();
  await expect(signInForm(page)).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(guild.key);
});

test("a revoked key shows the sign-in dialog, and the input is kept", async ({ page, guild, program }) => {
  await guild.civilian("John Doe");
  const revoked = new Guild(program, guild.id, program.createKey([guild.id], "--name", "revoked"));
  await visit(page, guild, "/civilians/John%20Doe");
  await signInWith(page, revoked);
  await page.getByRole("button", { name: "Cite" }).click();
  const form = page.getByRole("form", { name: "Cite" });
  await form.getByLabel("Charges").fill("Speeding past the school");
  await form.getByLabel("Amount").fill("250");
  await form.getByLabel("Officer", { exact: true }).fill("Sgt. Reyes");
  await form.getByLabel("Officer ID").fill("204");

  program.run("key", "revoke", (await revoked.get("key")).keyID as string);
  await revoked.untilRefused();
  await form.getByRole("button", { name: "Cite" }).click();
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await expect(again.getByRole("alert")).toContainText("the key has expired or was revoked");
  await expect(again.getByLabel("Guild")).toHaveValue(guild.id);
  await expect(again.getByLabel("Key", { exact: true })).toBeFocused();
  await expect(again).not.toContainText("No key yet?");
  await again.getByLabel("Key", { exact: true }).fill(guild.key);
  await again.getByRole("button", { name: "Sign in" }).click();
  await expect(again).toBeHidden();

  await expect(form.getByLabel("Charges")).toHaveValue("Speeding past the school");
  await form.getByRole("button", { name: "Cite" }).click();
  await expect(page.getByRole("status").last()).toContainText("Created citation: John Doe");
});

test("two tabs can use two guilds at the same time", async ({ context, guild, takeGuild }) => {
  const other = takeGuild();
  await guild.civilian("Anna One");
  await other.civilian("Berta Two");
  const first = await context.newPage();
  await visit(first, guild, "/civilians");
  await signInWith(first, guild, true);
  await expect(first.getByRole("link", { name: "Anna One" })).toBeVisible();

  const second = await context.newPage();
  await visit(second, other, "/civilians");
  await expect(second.getByText("No civilians found").or(second.getByText("Anna One"))).toBeVisible();
  await second.goto(`${other.program.url}/#/sign-in`);
  await signInWith(second, other, true);
  await visit(second, other, "/civilians");
  await expect(second.getByRole("link", { name: "Berta Two" })).toBeVisible();

  await first.reload();
  await expect(first.getByRole("link", { name: "Anna One" })).toBeVisible();
  await expect(first.getByRole("link", { name: "Berta Two" })).toBeHidden();
});

test("a waiting tab follows when another one signs in with a remembered key, and both sign out together", async ({
  context,
  guild,
}) => {
  const [first, second, third] = [await context.newPage(), await context.newPage(), await context.newPage()];
  for (const page of [first, second]) {
    await visit(page, guild, "/");
    await expect(signInForm(page)).toBeVisible();
  }
  await signInWith(first, guild, true);
  await expect(home(second)).toBeVisible();
  await second.reload();
  await expect(home(second)).toBeVisible();

  // A tab with a key of its own is not concerned.
  const own = guild.withScopes("read,leo");
  await visit(third, guild, "/sign-in");
  await signInWith(third, own);
  await expect(home(third)).toBeVisible();
  await first.getByRole("button", { name: "Sign out" }).click();
  await expect(signInForm(second)).toBeVisible();
  await expect(home(third)).toBeVisible();
});

test("after a restart of the browser a remembered session is opened without asking", async ({
  page,
  context,
  browser,
  guild,
}) => {
  await visit(page, guild, "/");
  await signInWith(page, guild, true);
  await expect(home(page)).toBeVisible();
  // What a browser keeps on the disk: no storage of tabs.
  const again = await browser.newContext({ storageState: await context.storageState() });
  const restored = await again.newPage();
  await visit(restored, guild, "/civilians");
  await expect(restored.getByRole("heading", { name: "Civilians", level: 1 })).toBeVisible();
  await again.close();
});

test("after a revocation the next key is remembered as well, and all tabs take it", async ({
  context,
  guild,
  program,
}) => {
  const first = await context.newPage();
  const second = await context.newPage();
  const revoked = new Guild(program, guild.id, program.createKey([guild.id], "--name", "revoked"));
  await visit(first, guild, "/");
  await signInWith(first, revoked, true);
  await visit(second, guild, "/civilians");
  await expect(second.getByText("No civilians yet")).toBeVisible();
  program.run("key", "revoke", (await revoked.get("key")).keyID as string);
  await revoked.untilRefused();
  for (const page of [first, second]) {
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(page.getByRole("dialog", { name: "Sign in again" })).toBeVisible();
  }
  const again = first.getByRole("dialog", { name: "Sign in again" });
  await expect(again.getByLabel("Remember in this browser")).toBeChecked();
  await again.getByLabel("Key", { exact: true }).fill(guild.key);
  await again.getByRole("button", { name: "Sign in" }).click();
  await expect(again).toBeHidden();
  await expect(second.getByRole("dialog")).toBeHidden();
  await guild.civilian("Jane Roe");
  await expect(second.getByRole("link", { name: "Jane Roe" })).toBeVisible();
  const third = await context.newPage();
  await visit(third, guild, "/");
  await expect(home(third)).toBeVisible();
});

test('signing in without "remember" with a remembered key forgets it', async ({ page, context, guild }) => {
  await visit(page, guild, "/");
  await signInWith(page, guild, true);
  await expect(home(page)).toBeVisible();
  await page.goto(`${guild.program.url}/#/sign-in`);
  await signInWith(page, guild);
  await expect(home(page)).toBeVisible();
  const other = await context.newPage();
  await visit(other, guild, "/");
  await expect(signInForm(other)).toBeVisible();
});

test("a tab refreshes when the user returns to it", async ({ context, guild }) => {
  const first = await context.newPage();
  await visit(first, guild, "/civilians");
  await signInWith(first, guild, true);
  await expect(first.getByText("No civilians yet")).toBeVisible();
  await guild.civilian("Jane Roe");
  await first.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(first.getByRole("link", { name: "Jane Roe" })).toBeVisible();
});
