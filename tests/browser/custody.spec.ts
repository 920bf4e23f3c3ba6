// People in custody and impounded vehicles: countdowns, release, longer and shorter sentences.
import type { Page } from "@playwright/test";
import { expect, loaded, signIn, test, visit } from "./fixtures";

const cards = (page: Page) => page.getByRole("list", { name: "In custody" }).locator(".in-custody");
const rows = (page: Page) => page.getByRole("table", { name: "Impounded vehicles" }).locator("tbody").getByRole("row");
const toast = (page: Page) => page.getByRole("status").last();
const changes = (page: Page) => page.getByRole("region", { name: "Changes" }).getByRole("listitem");

test("custody counts down and ends by itself, also if the clock of the browser is wrong", async ({
  context,
  signedInPage: page,
  guild,
}) => {
  await context.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + 5 * 3_600_000;
  });
  await visit(page, guild, "/custody");
  await expect(page.getByText("Nobody is in custody.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Arrest somebody" })).toBeVisible();

  for (const name of ["Ann", "Bob"]) await guild.civilian(name);
  await guild.arrest("Bob", "Arson", 7200);
  await guild.arrest("Bob", "Theft", 600);
  await guild.arrest("Ann", "Jaywalking", 6);
  await expect(cards(page).getByRole("heading")).toHaveText(["Ann", "Bob"]);
  await expect(page.getByText("2 people in custody")).toBeVisible();
  const [ann, bob] = [cards(page).first(), cards(page).last()];
  await expect(ann.getByRole("timer")).toHaveText(/^00:0[1-6]$/);
  await expect(bob.getByRole("timer").first()).toHaveText(/^(2:00:00|1:59:[45]\d)$/);
  const shown = await bob.getByRole("timer").first().textContent();
  await expect(bob.getByRole("timer").first()).not.toHaveText(shown ?? "");
  await expect(bob).toContainText("2 arrests");
  const arrests = page.getByRole("list", { name: "Arrests of Bob" }).getByRole("listitem");
  await expect(arrests).toContainText(["Arson", "Theft"]);
  await expect(arrests.first()).toContainText("Sgt. Reyes · 2 h");
  await expect(bob.getByRole("progressbar", { name: "Time served by Bob" })).toBeVisible();

  await expect(cards(page).getByRole("heading")).toHaveText(["Bob"], { timeout: 15_000 });
  await visit(page, guild, "/activity");
  await expect(changes(page).first()).toContainText("Released from custody");
  await expect(changes(page).first()).toContainText("The time was served");
  await expect(changes(page).first()).toContainText("The clock");
});

test("an officer lengthens and shortens sentences, and releases", async ({ context, page, guild }) => {
  const officer = guild.withScopes("read,leo");
  await signIn(context, officer);
  await guild.civilian("John Doe");
  await guild.arrest("John Doe", "Theft", 900);
  const time = async () => (await guild.get("leo/custody")).custody[0]?.arrests[0].time as number;
  await visit(page, officer, "/custody");
  const shorter = page.getByRole("button", { name: "−10 min" });
  await page.getByRole("button", { name: "+10 min" }).click();
  await expect(toast(page)).toContainText("Changed sentence: John Doe");
  await expect(page.getByRole("timer")).toHaveText(/^2[45]:\d\d$/);
  expect(await time()).toBe(1500);
  await shorter.click();
  await shorter.click({ trial: true });
  await expect(page.getByRole("timer")).toHaveText(/^1[45]:\d\d$/);
  expect(await time()).toBe(900);
  await shorter.click();
  // One more would release, for which there is another button.
  await expect(shorter).toBeDisabled();

  await page.getByRole("button", { name: "Set the sentence of arrest 1 of John Doe" }).click();
  const sentence = page.getByRole("form", { name: "Change sentence" }).getByRole("textbox");
  await expect(sentence).toHaveValue("5m");
  await sentence.fill("1h 30m");
  await expect(sentence).toHaveAccessibleDescription(/^1 hour 30 minutes, until /);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("timer")).toHaveText(/^1:\d\d:\d\d$/);
  expect(await time()).toBe(5400);

  await page.getByRole("button", { name: "Release" }).click();
  const form = page.getByRole("form", { name: "Release" });
  await form.getByLabel("Officer", { exact: true }).fill("Lt. Waffle");
  await form.getByLabel("Officer ID").fill("7");
  await form.getByLabel("Reason").fill("The judge was in a good mood");
  await form.getByRole("button", { name: "Release" }).click();
  await expect(toast(page)).toContainText("Released civilian: John Doe");
  await expect(page.getByText("Nobody is in custody.")).toBeVisible();
  await visit(page, officer, "/activity");
  await expect(changes(page).nth(0)).toContainText("Released from custody");
  await expect(changes(page).nth(0)).toContainText("The judge was in a good mood");
  await expect(changes(page).nth(0)).toContainText("Lt. Waffle");
  await expect(changes(page).nth(1)).toContainText("Sentence changed");
  await expect(changes(page).nth(1)).toContainText("Arrest 1: 5 min → 1 h 30 min");
});

test("impounded vehicles have a countdown, and end by themselves or by an officer", async ({
  signedInPage: page,
  guild,
}) => {
  await visit(page, guild, "/custody");
  await page.getByRole("link", { name: "Impounded vehicles" }).click();
  await expect(page.getByText("No impounded vehicles.")).toBeVisible();
  await guild.civilian("John Doe");
  for (const plate of ["ABC 1", "ABC 2"]) await guild.vehicle("John Doe", plate);
  await guild.patch("leo/impound", { plate: "ABC 1", impound: true, fee: 500 });
  await guild.patch("leo/impound", { plate: "ABC 2", impound: true, releaseIn: 6 });
  await expect(rows(page)).toContainText(["ABC 2", "ABC 1"]);
  await expect(rows(page).first().getByRole("timer")).toHaveText(/^00:0[1-6]$/);
  await expect(rows(page).last()).toContainText("500");
  await expect(rows(page).last()).toContainText("by an officer");
  await expect(rows(page)).toHaveCount(1, { timeout: 15_000 });
  await page.getByRole("button", { name: "Release ABC 1" }).click();
  await page.getByRole("form", { name: "Release" }).getByRole("button", { name: "Release" }).click();
  await expect(toast(page)).toContainText("Released vehicle: ABC 1");
  await expect(page.getByText("No impounded vehicles.")).toBeVisible();

  await visit(page, guild, "/vehicles/ABC%201");
  await page.getByRole("button", { name: "Impound" }).click();
  const after = page.getByLabel("Release after");
  await expect(after).toHaveAccessibleDescription("For example 10m, 1h 30m or 2d");
  await page.getByRole("button", { name: "1 day" }).click();
  await expect(after).toHaveAccessibleDescription(/^1 day, until /);
  await page.getByRole("dialog").getByRole("button", { name: "Impound" }).click();
  await expect(toast(page)).toContainText("Impounded vehicle: ABC 1");
  const [impound] = (await guild.get("leo/impounds")).impounds;
  expect(impound.remaining).toBeGreaterThan(86_000);
});

test("who may only read sees the board without buttons, and the key f fills the screen", async ({
  context,
  page,
  guild,
}) => {
  const reader = guild.withScopes("read");
  await signIn(context, reader);
  await guild.civilian("John Doe");
  await guild.vehicle("John Doe", "ABC 1");
  await guild.arrest("John Doe", "Theft", 900);
  await guild.patch("leo/impound", { plate: "ABC 1", impound: true });
  await visit(page, reader, "/custody/impounds");
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole("button", { name: /Release/ })).toHaveCount(0);
  await visit(page, reader, "/custody");
  await loaded(page);
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page).getByRole("button")).toHaveCount(0);
  await page.keyboard.press("f");
  const menu = page.getByRole("navigation", { name: "Main", exact: true });
  await expect(menu).toBeHidden();
  await expect(cards(page)).toBeVisible();
  await page.keyboard.press("f");
  await expect(menu).toBeVisible();
});
