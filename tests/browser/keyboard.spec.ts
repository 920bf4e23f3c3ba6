import { expect, found, test, visit } from "./fixtures";
import type { Page } from "@playwright/test";

/** Presses Tab until the named element has the focus. */
async function tabTo(page: Page, role: Parameters<Page["getByRole"]>[0], name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true }).first();
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 80; ++presses) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${role} ${name}`);
}

test("from signing in to a citation without a mouse", async ({ page, guild }) => {
  await guild.civilian("John Doe");
  await visit(page, guild, "/");
  await tabTo(page, "textbox", "Guild");
  await page.keyboard.type(guild.id);
  await page.keyboard.press("Tab");
  await page.keyboard.type(guild.key);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();

  await page.keyboard.press("/");
  await page.keyboard.type("john");
  await expect(found(page, "John Doe")).toBeVisible();
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Cite");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Charges")).toBeFocused();
  await page.keyboard.type("Speeding");
  for (const text of ["250", "Sgt. Reyes", "204"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").last()).toContainText("Created citation: John Doe");
  // The focus returns to the button that opened the dialog.
  await expect(page.getByRole("button", { name: "Cite" })).toBeFocused();
});

test("a dialog keeps the focus, and Escape closes it and restores the focus", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await visit(signedInPage, guild, "/civilians/John%20Doe");
  await tabTo(signedInPage, "button", "Edit");
  await signedInPage.keyboard.press("Enter");
  const dialog = signedInPage.getByRole("dialog");
  await expect(dialog).toBeVisible();
  for (let presses = 0; presses < 30; ++presses) {
    await signedInPage.keyboard.press("Tab");
    const where = await signedInPage.evaluate(() => {
      const focused = document.activeElement;
      return focused === document.body || focused?.closest("dialog") !== null;
    });
    expect(where).toBe(true);
  }
  await signedInPage.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(signedInPage.locator(".page-head").getByRole("button", { name: "Edit" })).toBeFocused();
});

test("the first Tab offers to skip the menu, and a new page focuses its heading", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/");
  await expect(signedInPage.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
  await signedInPage.keyboard.press("Tab");
  await expect(signedInPage.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await signedInPage.keyboard.press("Enter");
  await expect(signedInPage.getByRole("main")).toBeFocused();
  await expect(signedInPage.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
  await visit(signedInPage, guild, "/vehicles");
  await expect(signedInPage.getByRole("heading", { name: "Vehicles", level: 1 })).toBeFocused();
  await expect(signedInPage).toHaveTitle("Vehicles · Blotter");
});

test("a change in the audit log opens with the keyboard", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await visit(signedInPage, guild, "/activity");
  await tabTo(signedInPage, "button", "Civilian created");
  await signedInPage.keyboard.press("Enter");
  await expect(signedInPage.getByRole("table")).toContainText("Mechanic");
});

test("a record that arrives late does not take the focus from a field", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  let arrive: () => void = () => undefined;
  const late = new Promise<void>((resolve) => (arrive = resolve));
  await signedInPage.route("**/api/civilian/info*", async (route) => {
    await late;
    await route.continue();
  });
  await visit(signedInPage, guild, "/civilians");
  await signedInPage.getByRole("link", { name: "John Doe" }).click();
  await expect(signedInPage.getByRole("heading", { name: "John Doe", level: 1 })).toBeFocused();
  const search = signedInPage.getByRole("combobox", { name: "Search" });
  await search.fill("jo");
  arrive();
  await expect(signedInPage.getByRole("region", { name: "ID card" })).toBeVisible();
  await expect(search).toBeFocused();
});

test("dialogs about what is hard to undo focus Cancel, so that Enter changes nothing", async ({ adminPage, admin }) => {
  await admin.civilian("John Doe");
  await admin.vehicle("John Doe", "ABC 123");
  const serial = await admin.firearm("John Doe");
  await admin.cite("John Doe", "Speeding");
  const webhook = await admin.webhook("http://127.0.0.1:9/hook");
  const { next } = await admin.get("events", { after: "latest" });
  for (const [place, name] of [
    ["/civilians/John%20Doe", "Delete"],
    ["/civilians/John%20Doe", "Deceased"],
    ["/civilians/John%20Doe", "Void Citation 1"],
    ["/vehicles/ABC%20123", "Delete"],
    [`/firearms/${serial}`, "Delete"],
    [`/settings/webhooks/${webhook}`, "Delete"],
  ] as const) {
    for (const key of ["Enter", "Space"]) {
      await visit(adminPage, admin, place);
      await tabTo(adminPage, "button", name);
      await adminPage.keyboard.press(key);
      await expect(adminPage.getByRole("dialog").getByRole("button", { name: "Cancel" }), name).toBeFocused();
      await adminPage.keyboard.press(key);
      await expect(adminPage.getByRole("dialog")).toHaveCount(0);
      await expect(adminPage.getByRole("button", { name, exact: true })).toBeFocused();
    }
  }
  expect((await admin.get("events", { after: "latest" })).next).toBe(next);
});
