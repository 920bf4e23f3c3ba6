// Sign-in links: of a demo, and of a guild.
import { expect, test, visit } from "./fixtures";
import type { Guild } from "./program";
import { home, isSignedInInNewTab, rail, secretOf, signInForm, stored } from "./session";

const linkTo = (guild: Guild, key = guild.key) => `${guild.program.url}/#/sign-in/${guild.id}/${key}`;

test("the demo link signs in at once and leaves no key in the URL", async ({ page, start }) => {
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

test("a restarted demo prints the same link", async ({ page, start }) => {
  const program = await start("--demo");
  const link = await program.link("sign-in");
  await program.restart();
  expect(secretOf(await program.link("sign-in"))).toBe(secretOf(link));
  await page.goto(await program.link("sign-in"));
  await expect(home(page)).toBeVisible();
});

test("a sign-in link is for one tab and is not stored", async ({ page, context, guild, program }) => {
  await page.goto(linkTo(guild));
  await expect(home(page)).toBeVisible();
  expect(await isSignedInInNewTab(context, program)).toBe(false);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(signInForm(page)).toBeVisible();
  expect(await stored(page)).not.toContain(guild.key);
});

test("a sign-in link with an invalid key shows the sign-in form", async ({ page, guild, program }) => {
  await page.goto(linkTo(guild, "blotter_0000"));
  const form = signInForm(page);
  await expect(form.getByRole("alert")).toContainText("This key does not open this guild.");
  await expect(form.getByLabel("Guild")).toHaveValue(guild.id);
  await expect(form.getByLabel("Key", { exact: true })).toHaveValue("");
  await expect(form.getByLabel("Key", { exact: true })).toBeFocused();
  expect(page.url()).toBe(`${program.url}/#/sign-in`);
  expect(await stored(page)).not.toContain("blotter_0000");
  await page.keyboard.type(guild.key);
  await page.keyboard.press("Enter");
  await expect(home(page)).toBeVisible();
});

test("a sign-in link switches the guild of the session", async ({ page, guild, takeGuild, program }) => {
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
  // No entry in the history contains the key.
  for (let steps = 0; steps < 3; ++steps) {
    await page.goBack();
    expect(page.url().replace(program.url, "")).not.toContain(other.key);
  }
});

test("a refused sign-in link keeps the current session", async ({ page, guild, takeGuild }) => {
  await page.goto(linkTo(guild));
  await expect(home(page)).toBeVisible();
  await page.goto(linkTo(takeGuild(), "blotter_0000"));
  await expect(signInForm(page).getByRole("alert")).toBeVisible();
  await page.goto(`${guild.program.url}/#/`);
  await expect(rail(page)).toContainText(guild.id);
});

test("a sign-in link is kept while the server does not respond", async ({ page, guild }) => {
  await page.route("**/api/key", (route) => route.abort());
  await page.goto(linkTo(guild));
  const form = signInForm(page);
  await expect(form.getByRole("alert")).toContainText("The server does not respond");
  await expect(form.getByLabel("Key", { exact: true })).toHaveValue(guild.key);
  await page.reload();
  await expect(form.getByRole("alert")).toContainText("The server does not respond");
  await page.unroute("**/api/key");
  await form.getByRole("button", { name: "Sign in" }).click();
  await expect(home(page)).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  expect(await stored(page)).not.toContain(guild.key);
});

test("a sign-in link with a remembered key keeps it remembered", async ({ page, context, guild, program }) => {
  await visit(page, guild, "/");
  await signInForm(page).getByLabel("Guild").fill(guild.id);
  await signInForm(page).getByLabel("Key", { exact: true }).fill(guild.key);
  await signInForm(page).getByLabel("Remember in this browser").check();
  await page.keyboard.press("Enter");
  await expect(home(page)).toBeVisible();
  await page.goto(linkTo(guild));
  await expect(home(page)).toBeVisible();
  expect(await isSignedInInNewTab(context, program)).toBe(true);
});

test("the second link wins, in any order of the responses", async ({ page, guild, takeGuild }) => {
  const other = takeGuild();
  let releaseFirst = () => undefined as void;
  const isRequested = new Promise<void>((requested) => {
    void page.route("**/api/key", async (route) => {
      if (route.request().headers()["guild"] === guild.id) {
        requested();
        await new Promise<void>((resolve) => (releaseFirst = resolve));
      }
      await route.continue();
    });
  });
  await page.goto(linkTo(guild));
  await isRequested;
  await page.goto(linkTo(other));
  await expect(rail(page)).toContainText(other.id);
  const responded = page.waitForResponse((response) => response.request().headers()["guild"] === guild.id);
  releaseFirst();
  await responded;
  await visit(page, other, "/civilians");
  await expect(page.getByText("No civilians yet")).toBeVisible();
  await expect(rail(page)).toContainText(other.id);
});

test("the sign-in form explains how to get a key", async ({ page, guild }) => {
  await visit(page, guild, "/");
  await expect(signInForm(page)).toContainText("No key yet? Ask an owner of your community for an invitation.");
  await expect(signInForm(page).getByText("blotter key create --guild NAME")).toBeVisible();
});

test("a signed-in user can sign in to another guild", async ({ signedInPage, guild, takeGuild }) => {
  const other = takeGuild();
  await visit(signedInPage, guild, "/sign-in");
  await signInForm(signedInPage).getByLabel("Guild").fill(other.id);
  await signInForm(signedInPage).getByLabel("Key", { exact: true }).fill(other.key);
  await signInForm(signedInPage).getByRole("button", { name: "Sign in" }).click();
  await expect(rail(signedInPage)).toContainText(other.id);
  expect(signedInPage.url()).toBe(`${guild.program.url}/#/`);
});
