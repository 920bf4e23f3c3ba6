import type { Page } from "@playwright/test";
import { phone } from "./browser";
import { expect, found, loaded, test, visit } from "./fixtures";

test.use(phone);

const places = [
  "/",
  "/civilians",
  "/civilians/John%20Doe",
  "/vehicles",
  "/vehicles/ABC%20123",
  "/firearms",
  "/law/arrest?name=John%20Doe",
  "/medical?name=John%20Doe",
  "/activity",
  "/board",
  "/new/civilian",
];

async function expectToFit(page: Page, place: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth), place).toBeLessThanOrEqual(390);
  const small = await page.getByRole("button").evaluateAll((buttons) =>
    buttons
      .filter((button) => !button.matches(".tabs *, .change *"))
      .map((button) => ({ name: button.textContent, height: button.getBoundingClientRect().height }))
      .filter(({ height }) => height > 0 && height < 34),
  );
  expect(small, place).toEqual([]);
}

test("no page is wider than a phone, and buttons are large enough", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe", { address: "An address of many words that goes on and on without an end" });
  await guild.vehicle("John Doe", "ABC 123");
  await guild.firearm("John Doe");
  await guild.post("leo/cite", {
    name: "John Doe",
    officerName: "R",
    officerID: "2",
    charges: "Speeding ".repeat(40),
    amount: 1e9,
  });
  for (const place of places) {
    await visit(signedInPage, guild, place);
    await loaded(signedInPage);
    await expectToFit(signedInPage, place);
  }
});

test("webhooks and their dialogs fit on a phone", async ({ adminPage, admin }) => {
  // Nothing listens on this port, so there are attempts with a long error.
  const webhook = { name: "A name of many words that goes on and on", kinds: ["leo.*", "vehicle.*", "webhook.*"] };
  await admin.webhook("http://127.0.0.1:9/hook", webhook);
  await visit(adminPage, admin, "/");
  await adminPage.getByRole("button", { name: "More" }).tap();
  await adminPage.getByRole("dialog").getByRole("link", { name: "Settings" }).tap();
  await expect(adminPage.getByText("Failing")).toBeVisible();
  await expectToFit(adminPage, "the list");
  await adminPage.getByRole("button", { name: "New webhook" }).tap();
  await expectToFit(adminPage, "the form");
  await adminPage.keyboard.press("Escape");
  await adminPage.getByRole("link", { name: webhook.name }).tap();
  await expect(adminPage.getByRole("button", { name: "Webhook created" }).first()).toBeVisible();
  await expectToFit(adminPage, "the webhook");
});

test("the setup page fits on a phone, and no field makes it zoom", async ({ page, start }) => {
  const program = await start();
  await page.goto(await program.link("setup"));
  await page.getByLabel("Community name").fill("A name of many words that goes on and on without an end");
  await expectToFit(page, "the form");
  const sizes = await page
    .getByRole("textbox")
    .evaluateAll((fields) => fields.map((each) => getComputedStyle(each).fontSize));
  expect(sizes).toEqual(["16px", "16px"]);
  await page.getByRole("button", { name: "Create community" }).tap();
  await expect(page.getByRole("button", { name: "Copy" })).toBeVisible();
  await expectToFit(page, "the key");
  await page.goto(`${program.url}/#/sign-in`);
  await expect(page.getByRole("form", { name: "Sign in" })).toBeVisible();
  await expectToFit(page, "sign-in");
});

test("the bottom bar links to every page", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/");
  const bar = signedInPage.getByRole("navigation", { name: "Bottom bar" });
  await expect(signedInPage.getByRole("navigation", { name: "Main", exact: true })).toBeHidden();
  for (const title of ["Civilians", "Vehicles", "Firearms", "Home"]) {
    await bar.getByRole("link", { name: title }).tap();
    await expect(signedInPage.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  }
  for (const title of ["Law enforcement", "Medical", "Activity"]) {
    await bar.getByRole("button", { name: "More" }).tap();
    await signedInPage.getByRole("dialog").getByRole("link", { name: title }).tap();
    await expect(signedInPage.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(signedInPage.getByRole("dialog")).toBeHidden();
  }
  await bar.getByRole("button", { name: "More" }).tap();
  await signedInPage.getByRole("dialog").getByRole("button", { name: "Sign out" }).tap();
  await expect(signedInPage.getByRole("form", { name: "Sign in" })).toBeVisible();
});

test("an arrest can be entered on a phone", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await visit(signedInPage, guild, "/");
  await signedInPage.getByRole("combobox", { name: "Search" }).fill("john");
  await found(signedInPage, "John Doe").tap();
  await signedInPage.getByRole("button", { name: "Arrest" }).tap();
  const form = signedInPage.getByRole("form", { name: "Arrest" });
  for (const [label, value] of Object.entries({
    Charges: "Theft",
    Time: "60",
    Officer: "Reyes",
    "Officer ID": "2",
  })) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
  await form.getByRole("button", { name: "Arrest" }).tap();
  await expect(signedInPage.getByRole("status").last()).toContainText("Created arrest: John Doe");
});
