import { expect, test, visit } from "./fixtures";
import type { Page } from "@playwright/test";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1, exact: true });
const toast = (page: Page) => page.getByRole("status").last();
const action = (page: Page, name: string) => page.locator(".page-head").getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");

test.beforeEach(async ({ guild }) => {
  await guild.civilian("John Doe");
});

test("firearms are listed, filtered and looked up", async ({ signedInPage, guild }) => {
  const first = await guild.firearm("John Doe");
  const second = await guild.firearm("John Doe");
  await guild.patch("firearm/edit", { name: "John Doe", serialNumber: second, field: "stole", value: true });
  await visit(signedInPage, guild, "/firearms");
  await expect(signedInPage.getByText("2 firearms")).toBeVisible();
  await signedInPage.getByLabel("Stolen").selectOption("Yes");
  await expect(signedInPage.getByText("1 firearm", { exact: true })).toBeVisible();
  await expect(signedInPage.getByRole("link", { name: second })).toBeVisible();
  await signedInPage.getByLabel("Look up a serial").fill(first.toLowerCase());
  await signedInPage.getByRole("button", { name: "Look up" }).click();
  await expect(heading(signedInPage, first)).toBeVisible();
  await visit(signedInPage, guild, "/firearms/NOPE");
  await expect(signedInPage.getByRole("alert")).toContainText("No such firearm is registered.");
});

test("a firearm is registered from its owner's profile and gets a serial", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/civilians/John%20Doe");
  await signedInPage.getByRole("region", { name: "Firearms" }).getByRole("link", { name: "Register" }).click();
  const form = signedInPage.getByRole("form", { name: "New firearm" });
  await expect(form.getByLabel("Owner")).toHaveValue("John Doe");
  await form.getByLabel("Model").fill("Pocket Sparrow");
  await form.getByText("More details").click();
  await form.getByLabel("Color").fill("Black");
  await form.getByRole("button", { name: "Register firearm" }).click();
  await expect(toast(signedInPage)).toContainText("Created firearm: John Doe");
  const made = (await guild.get("firearm/list")).firearms[0];
  await expect(heading(signedInPage, made.serialNumber)).toBeVisible();
  expect(made).toMatchObject({ civilianName: "John Doe", model: "Pocket Sparrow" });
});

test("the color is edited, and a firearm is marked as stolen and as found", async ({ signedInPage, guild }) => {
  const serial = await guild.firearm("John Doe");
  await guild.firearm("John Doe");
  await visit(signedInPage, guild, `/firearms/${serial}`);
  await action(signedInPage, "Edit").click();
  await dialog(signedInPage).getByLabel("Color").fill("Silver");
  await dialog(signedInPage).getByRole("button", { name: "Save" }).click();
  await expect(toast(signedInPage)).toContainText(`Updated firearm color: ${serial}`);
  const change = (await guild.get("audit", { limit: "1" })).events[0];
  expect([change.before, change.after]).toEqual([{ color: "Black" }, { color: "Silver" }]);
  await action(signedInPage, "Mark as stolen").click();
  await dialog(signedInPage).getByRole("button", { name: "Mark as stolen" }).click();
  await expect(signedInPage.locator(".page-head")).toContainText("Stolen");
  await action(signedInPage, "Mark as found").click();
  await dialog(signedInPage).getByRole("button", { name: "Mark as found" }).click();
  await expect(action(signedInPage, "Mark as stolen")).toBeVisible();
});

test("a firearm is deleted after confirmation", async ({ signedInPage, guild }) => {
  const serial = await guild.firearm("John Doe");
  await visit(signedInPage, guild, `/firearms/${serial}`);
  await action(signedInPage, "Delete").click();
  await dialog(signedInPage).getByRole("button", { name: "Delete firearm" }).click();
  await expect(toast(signedInPage)).toContainText(`Deleted firearm: ${serial}`);
  await expect(heading(signedInPage, "Firearms")).toBeVisible();
  expect(await guild.status("firearm/info", { serialNumber: serial })).toBe(404);
});
