// Taking changes back: from the message after a change, from the activity and from histories.
import { expect, signIn, test, visit } from "./fixtures";
import type { Page } from "@playwright/test";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1, exact: true });
const toasts = (page: Page) => page.locator(".toast");
const toast = (page: Page) => toasts(page).last();
const action = (page: Page, name: string) => page.locator(".page-head").getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const changes = (page: Page) => page.getByRole("region", { name: "Changes" }).getByRole("listitem");
const edit = { name: "John Doe", field: "hair color" };

test.beforeEach(async ({ guild }) => {
  await guild.civilian("John Doe");
});

async function editHair(page: Page, hair: string): Promise<void> {
  await action(page, "Edit").click();
  await dialog(page).getByLabel("Hair").fill(hair);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(toast(page)).toContainText("Updated civilian hair color: John Doe");
}

test("an edit of several fields is undone at once, done again and undone again", async ({ adminPage, guild }) => {
  const civilian = async () => (await guild.get("civilian/list")).civilians[0];
  await visit(adminPage, guild, "/civilians/John%20Doe");
  await action(adminPage, "Edit").click();
  await dialog(adminPage).getByLabel("Name", { exact: true }).fill("Jon Doe");
  await dialog(adminPage).getByLabel("Hair").fill("Grey");
  await dialog(adminPage).getByRole("button", { name: "Save" }).click();
  await expect(heading(adminPage, "Jon Doe")).toBeVisible();
  await toast(adminPage).getByRole("button", { name: "Undo" }).click();
  await expect(toast(adminPage)).toContainText("Undone: Updated civilian hair color, Updated civilian name: John Doe");
  await expect(heading(adminPage, "John Doe")).toBeVisible();
  expect(await civilian()).toMatchObject({ civilianName: "John Doe", civilianHairColor: "Brown" });
  await toast(adminPage).getByRole("button", { name: "Redo" }).click();
  await expect(toast(adminPage)).toContainText("Redone: Updated civilian hair color");
  await expect(heading(adminPage, "Jon Doe")).toBeVisible();
  expect(await civilian()).toMatchObject({ civilianName: "Jon Doe", civilianHairColor: "Grey" });
  await toast(adminPage).getByRole("button", { name: "Undo" }).click();
  await expect(toast(adminPage)).toContainText("Undone: Updated civilian hair color");
  expect(await civilian()).toMatchObject({ civilianName: "John Doe", civilianHairColor: "Brown" });
  await expect(toasts(adminPage)).toHaveCount(1);
});

test("Ctrl+Z brings a deleted civilian back whole, but not while typing", async ({ adminPage, guild }) => {
  await guild.vehicle("John Doe", "ABC 123");
  await guild.cite("John Doe", "Speeding");
  await visit(adminPage, guild, "/civilians/John%20Doe");
  await action(adminPage, "Delete").click();
  await dialog(adminPage).getByRole("button", { name: "Delete civilian" }).click();
  await expect(toast(adminPage)).toContainText("Deleted civilian: John Doe");
  await expect(adminPage.getByText("No civilians yet").or(adminPage.getByText("No civilians found"))).toBeVisible();
  await adminPage.getByLabel("Name starts with").fill("Jane");
  await adminPage.keyboard.press("Control+z");
  await expect(toast(adminPage).getByRole("button", { name: "Undo" })).toBeVisible();
  expect(await guild.status("civilian/info", { name: "John Doe" })).toBe(404);
  await adminPage.getByLabel("Name starts with").fill("");
  await adminPage.getByLabel("Name starts with").blur();
  await adminPage.keyboard.press("Control+z");
  await expect(toast(adminPage)).toContainText("Undone: Deleted civilian: John Doe");
  await adminPage.getByRole("link", { name: "John Doe" }).click();
  await expect(adminPage.getByRole("region", { name: "Vehicles" })).toContainText("ABC 123");
  await expect(adminPage.getByRole("region", { name: "Record" })).toContainText("Speeding");
});

test("the message stays while it is hovered or focused, and the keyboard reaches it", async ({ adminPage, guild }) => {
  await adminPage.clock.install();
  await visit(adminPage, guild, "/civilians/John%20Doe");
  await editHair(adminPage, "Grey");
  const undo = toast(adminPage).getByRole("button", { name: "Undo" });
  // Longer than other messages.
  await adminPage.clock.runFor(15_000);
  await expect(undo).toBeVisible();
  await toast(adminPage).hover();
  await adminPage.clock.runFor(120_000);
  await expect(undo).toBeVisible();
  await adminPage.mouse.move(10, 10);
  await adminPage.getByRole("link", { name: "All changes" }).focus();
  // The messages are the last thing on the page.
  for (let presses = 0; presses < 40; ++presses) {
    if (await undo.evaluate((element) => element === document.activeElement)) break;
    await adminPage.keyboard.press("Tab");
  }
  await expect(undo).toBeFocused();
  await adminPage.clock.runFor(120_000);
  await expect(undo).toBeVisible();
  await adminPage.keyboard.press("Enter");
  await expect(toast(adminPage)).toContainText("Undone: Updated civilian hair color: John Doe");
  // The focus is not lost with the message.
  expect(await adminPage.evaluate(() => document.activeElement === document.body)).toBe(false);
  await adminPage.clock.runFor(30_000);
  await expect(toasts(adminPage)).toHaveCount(0);
});

test("what was changed since is not overwritten, and the message says why", async ({ adminPage, guild }) => {
  await visit(adminPage, guild, "/civilians/John%20Doe");
  await editHair(adminPage, "Grey");
  await guild.patch("civilian/edit", { ...edit, value: "White" });
  const { seq } = (await guild.get("audit", { limit: "1" })).events[0];
  await toast(adminPage).getByRole("button", { name: "Undo" }).click();
  await expect(toast(adminPage)).toContainText("Not undone: Updated civilian hair color: John Doe.");
  await expect(toast(adminPage)).toContainText(`Undo the later change first: Civilian edited, #${seq}.`);
  expect((await guild.get("civilian/list")).civilians[0].civilianHairColor).toBe("White");

  await action(adminPage, "Delete").click();
  await dialog(adminPage).getByRole("button", { name: "Delete civilian" }).click();
  await expect(toast(adminPage)).toContainText("Deleted civilian: John Doe");
  await guild.civilian("John Doe");
  await toast(adminPage).getByRole("button", { name: "Undo" }).click();
  await expect(toast(adminPage)).toContainText("Its name, plate or serial number is in use again.");
});

test("only owners are offered to undo, and only for the guild they have signed in to", async ({
  context,
  page,
  guild,
  admin,
}) => {
  await signIn(context, admin);
  await visit(page, guild, "/civilians/John%20Doe");
  await editHair(page, "Grey");
  await expect(toast(page).getByRole("button", { name: "Undo" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(toasts(page)).toHaveCount(0);

  const other = await context.newPage();
  await signIn(context, guild);
  await visit(other, guild, "/civilians/John%20Doe");
  await editHair(other, "White");
  await expect(toast(other).getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(other.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
  await visit(other, guild, "/activity");
  await expect(changes(other)).toHaveCount(3);
  await expect(other.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
});

test("a deleted civilian comes back from the activity, and the changes say what undoes what", async ({
  adminPage,
  guild,
}) => {
  await guild.vehicle("John Doe", "ABC 123");
  await guild.remove("civilian/delete", { name: "John Doe" });
  await visit(adminPage, guild, "/activity");
  await changes(adminPage).first().getByRole("button", { name: "Undo #3: Civilian deleted" }).click();
  await expect(dialog(adminPage)).toContainText("John Doe comes back, with all vehicles, firearms and entries.");
  await dialog(adminPage).getByRole("button", { name: "Undo" }).click();
  await expect(toast(adminPage)).toContainText("Undone: Civilian deleted: John Doe");
  await expect(changes(adminPage)).toHaveCount(4);
  await expect(changes(adminPage).first()).toContainText("Civilian restored");
  await expect(changes(adminPage).first()).toContainText("Undoes #3");
  await expect(changes(adminPage).nth(1)).toContainText("Undone by #4");
  await expect(changes(adminPage).nth(1).getByRole("button", { name: /^Undo/ })).toHaveCount(0);
  expect((await guild.get("vehicle/plate", { plate: "ABC 123" })).vehicle[0].civilianName).toBe("John Doe");

  // Undo can be undone, and then what it had undone can be undone again.
  await changes(adminPage).first().getByRole("button", { name: /^Undo/ }).click();
  await expect(dialog(adminPage)).toContainText("John Doe is deleted again");
  await dialog(adminPage).getByRole("button", { name: "Undo" }).click();
  await expect(changes(adminPage).first()).toContainText("Undoes #4");
  await expect(changes(adminPage).nth(2).getByRole("button", { name: /^Undo/ })).toBeVisible();
  await changes(adminPage).nth(1).getByRole("link", { name: "#3" }).click();
  await expect(changes(adminPage).first()).toContainText("#3");
});

test("a history undoes an edit with the values that come back, or says why it cannot", async ({ adminPage, guild }) => {
  await guild.vehicle("John Doe", "ABC 123");
  const color = (value: string) =>
    guild.patch("vehicle/edit", { name: "John Doe", plate: "ABC 123", field: "color", value });
  await color("Lime");
  await color("Pink");
  await visit(adminPage, guild, "/vehicles/ABC%20123");
  const history = adminPage.getByRole("region", { name: "History" });
  await history.getByRole("button", { name: "Undo #3: Vehicle edited" }).click();
  await dialog(adminPage).getByRole("button", { name: "Undo" }).click();
  await expect(dialog(adminPage).getByRole("alert")).toContainText("Undo the later change first: Vehicle edited, #4.");
  await dialog(adminPage).getByRole("button", { name: "Cancel" }).click();
  await history.getByRole("button", { name: "Undo #4: Vehicle edited" }).click();
  await expect(dialog(adminPage).getByRole("row").last()).toHaveText("ColorPinkLime");
  await dialog(adminPage).getByRole("button", { name: "Undo" }).click();
  await expect(adminPage.getByRole("region", { name: "Vehicle" })).toContainText("Lime");
  await expect(history.getByRole("listitem").first()).toContainText("Undoes #4");
  await toast(adminPage).getByRole("button", { name: "Redo" }).click();
  await expect(adminPage.getByRole("region", { name: "Vehicle" })).toContainText("Pink");

  await visit(adminPage, guild, "/civilians/John%20Doe");
  await guild.cite("John Doe", "Speeding");
  await adminPage.getByRole("button", { name: "Undo #7: Citation" }).click();
  await expect(dialog(adminPage)).toContainText("Citation 1 becomes void. It stays on file.");
  await dialog(adminPage).getByRole("button", { name: "Undo" }).click();
  await adminPage.getByLabel("Show 1 void entry").check();
  await expect(adminPage.getByRole("region", { name: "Record" }).locator("s").first()).toHaveText("Speeding");
});
