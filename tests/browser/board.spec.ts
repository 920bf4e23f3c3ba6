// The BOLO board, for a screen on the wall.
import type { Page } from "@playwright/test";
import { expect, loaded, signIn, test, visit } from "./fixtures";

const cards = (page: Page) => page.getByRole("list", { name: "Active BOLOs" }).getByRole("listitem");

test.use({ viewport: { width: 1920, height: 1080 } });

test("the board shows all active BOLOs, the newest first, and changes by itself", async ({ signedInPage, guild }) => {
  for (const name of ["Ann", "Bob", "Cyd"]) await guild.civilian(name);
  await guild.raiseBolo("Bob", "Armed robbery");
  await visit(signedInPage, guild, "/board");
  await loaded(signedInPage);
  await expect(cards(signedInPage)).toHaveCount(1);
  await expect(cards(signedInPage).first()).toContainText("Armed robbery");
  await expect(cards(signedInPage).first()).toContainText("Male, 25 · 180 cm · 80 kg · Brown hair");
  await expect(cards(signedInPage).first()).toContainText(/Since .* by front desk/);
  await expect(signedInPage.locator(".fresh")).toHaveCount(0);

  await guild.raiseBolo("Ann", "Arson");
  await expect(cards(signedInPage)).toContainText(["Ann", "Bob"]);
  await expect(cards(signedInPage).first()).toHaveClass("wanted fresh");
  await expect(cards(signedInPage).last()).not.toHaveClass("wanted fresh");
  await guild.raiseBolo("Cyd", "Theft");
  await expect(cards(signedInPage)).toContainText(["Cyd", "Ann", "Bob"]);
  await expect(signedInPage.getByText("3 active")).toBeVisible();
  await guild.endBolo("Ann");
  await expect(cards(signedInPage)).toContainText(["Cyd", "Bob"]);
  await guild.remove("civilian/delete", { name: "Bob" });
  await guild.endBolo("Cyd");
  await expect(signedInPage.getByText("No active BOLOs")).toBeVisible();
  await expect(signedInPage.locator(".connection")).toHaveText("Connected");
});

test("officers raise and end BOLOs; one with an end counts down and expires", async ({ context, page, guild }) => {
  const officer = guild.withScopes("read,leo");
  await signIn(context, officer);
  for (const name of ["Ann", "Bob", "Cyd"]) await guild.civilian(name);
  await guild.raiseBolo("Ann", "Arson");
  await visit(page, officer, "/board");
  await page.getByRole("button", { name: "New BOLO" }).click();
  const form = page.getByRole("form", { name: "Raise a BOLO" });
  await form.getByLabel("Civilian").fill("Bob");
  await form.getByLabel("Reason").fill("Theft of a kite");
  await form.getByRole("button", { name: "8 h" }).click();
  await expect(form.getByLabel("Ends after")).toHaveAccessibleDescription(/^8 hours, until /);
  await form.getByRole("button", { name: "Raise BOLO" }).click();
  await expect(cards(page)).toContainText(["Theft of a kite", "Arson"]);
  await expect(cards(page).first().getByRole("timer")).toHaveText(/^(8:00:00|7:59:\d\d)$/);
  await expect(cards(page).last().getByRole("timer")).toHaveCount(0);

  await page.getByRole("button", { name: "End BOLO: Ann" }).click();
  await expect(page.getByRole("dialog")).toContainText("Ann is wanted for: Arson");
  await page.getByRole("dialog").getByRole("button", { name: "End BOLO" }).click();
  await expect(cards(page)).toContainText(["Bob"]);

  await guild.patch("civilian/bolo", { name: "Cyd", bolo: true, reason: "Jaywalking", expiresIn: 4 });
  await expect(cards(page)).toContainText(["Cyd", "Bob"]);
  await expect(cards(page).first().getByRole("timer")).toHaveText(/^00:0[1-4]$/);
  await expect(cards(page)).toHaveCount(1, { timeout: 15_000 });
  await visit(page, officer, "/activity");
  const change = page.getByRole("region", { name: "Changes" }).getByRole("listitem").first();
  await expect(change).toContainText("BOLO expired");
  await expect(change).toContainText("The clock");

  // Also at a profile.
  await visit(page, officer, "/civilians/Ann");
  await page.getByRole("button", { name: "BOLO" }).click();
  await page.getByLabel("Reason").fill("Armed robbery");
  await page.getByLabel("Ends after").fill("2d");
  await page.getByRole("button", { name: "Raise BOLO" }).click();
  await expect(page.locator(".bolo-band")).toContainText("Armed robbery");
  const [bolo] = (await guild.get("civilian/bolos")).bolos;
  expect(bolo).toMatchObject({ civilianName: "Ann", reason: "Armed robbery" });
  expect(bolo.remaining).toBeGreaterThan(172_700);

  const reader = guild.withScopes("read");
  const other = await context.newPage();
  await signIn(context, reader);
  await visit(other, reader, "/board");
  await expect(cards(other)).toHaveCount(2);
  await expect(other.getByRole("button", { name: /BOLO/ })).toHaveCount(0);
});

test("a BOLO is on the board within a second", async ({ signedInPage, guild }) => {
  for (let count = 1; count <= 5; ++count) await guild.civilian(`Person ${count}`);
  await visit(signedInPage, guild, "/board");
  await loaded(signedInPage);
  const took: number[] = [];
  for (let count = 1; count <= 5; ++count) {
    await guild.raiseBolo(`Person ${count}`, "Theft");
    const began = Date.now();
    await cards(signedInPage)
      .filter({ hasText: `Person ${count}` })
      .waitFor();
    took.push(Date.now() - began);
  }
  expect(took.sort((one, other) => one - other)[2]).toBeLessThan(1000);
});

test("the board is in the menu and on the home page, and leads to profiles", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await guild.raiseBolo("John Doe", "Theft");
  await visit(signedInPage, guild, "/");
  await signedInPage.getByRole("region", { name: "Active BOLOs" }).getByRole("link", { name: "Board" }).click();
  await expect(signedInPage.getByRole("heading", { name: "BOLO board", level: 1 })).toBeFocused();
  await signedInPage.getByRole("link", { name: "Console" }).click();
  await signedInPage.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "BOLO board" }).click();
  await signedInPage.getByRole("link", { name: "John Doe" }).click();
  await expect(signedInPage.getByRole("region", { name: "ID card" })).toBeVisible();
});

test("the key f fills the screen", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/board");
  const button = signedInPage.getByRole("button", { name: "Full screen" });
  await expect(button).toBeVisible();
  await signedInPage.keyboard.press("f");
  await expect(button).toBeHidden();
  await signedInPage.keyboard.press("f");
  await expect(button).toBeVisible();
});
