// Runs axe-core on every page, light and dark, wide and narrow. Any violation fails the test.
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "@playwright/test";
import { phone } from "./browser";
import { expect, found, loaded, test, visit } from "./fixtures";
import type { Guild } from "./program";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

test.beforeEach(async ({ context, guild }) => {
  await context.addInitScript({ path: axe });
  await guild.civilian("John Doe");
  await guild.vehicle("John Doe", "ABC 123", { insurance: "Expired" });
  await guild.patch("vehicle/edit", { name: "John Doe", field: "stole", value: true });
  await guild.patch("leo/impound", { plate: "ABC 123", impound: true, fee: 5 });
  await guild.firearm("John Doe");
  await guild.post("leo/cite", { name: "John Doe", officerName: "R", officerID: "2", charges: "Speeding", amount: 5 });
  await guild.post("medical/admit", { name: "John Doe", time: "9", injures: "Bruise", unitName: "M", unitID: "1" });
  await guild.patch("civilian/bolo", { name: "John Doe", bolo: true, reason: "Theft" });
  await guild.civilian("Jane Late");
  await guild.patch("civilian/deceased", { name: "Jane Late", deceased: true });
});

async function violations(page: Page): Promise<string[]> {
  const results = await page.evaluate(() => {
    return (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run();
  });
  return results.violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${impact ?? "small"}): ${html} ${failureSummary ?? ""}`),
  );
}

async function serial(guild: Guild): Promise<string> {
  return (await guild.get("firearm/list")).firearms[0].serialNumber as string;
}

const places: Record<string, (guild: Guild) => string | Promise<string>> = {
  home: () => "/",
  civilians: () => "/civilians",
  profile: () => "/civilians/John%20Doe",
  "deceased profile": () => "/civilians/Jane%20Late",
  "unknown profile": () => "/civilians/Nobody",
  vehicles: () => "/vehicles",
  vehicle: () => "/vehicles/ABC%20123",
  firearms: () => "/firearms",
  firearm: async (guild) => `/firearms/${await serial(guild)}`,
  "law enforcement": () => "/law/arrest?name=John%20Doe",
  medical: () => "/medical?name=John%20Doe",
  activity: () => "/activity",
  board: () => "/board",
  "new civilian": () => "/new/civilian",
  "new vehicle": () => "/new/vehicle",
  "new firearm": () => "/new/firearm",
};

for (const [name, place] of Object.entries(places)) {
  test(`${name}: no violations, light or dark`, async ({ signedInPage, guild }) => {
    await visit(signedInPage, guild, await place(guild));
    await loaded(signedInPage);
    for (const colorScheme of ["light", "dark"] as const) {
      await signedInPage.emulateMedia({ colorScheme });
      expect(await violations(signedInPage), colorScheme).toEqual([]);
    }
  });
}

test("dialogs, errors, search and an open change: no violations", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/civilians/John%20Doe");
  await signedInPage.getByRole("button", { name: "Arrest", exact: true }).click();
  const form = signedInPage.getByRole("form", { name: "Arrest" });
  for (const label of ["Charges", "Time", "Officer", "Officer ID"])
    await form.getByLabel(label, { exact: true }).fill("x");
  await form.getByRole("button", { name: "Arrest" }).click();
  await expect(form.getByLabel("Time")).toHaveAccessibleDescription(/Invalid time/);
  expect(await violations(signedInPage)).toEqual([]);
  await signedInPage.keyboard.press("Escape");
  await signedInPage.getByRole("combobox", { name: "Search" }).fill("jo");
  await expect(found(signedInPage).first()).toBeVisible();
  expect(await violations(signedInPage)).toEqual([]);
  await visit(signedInPage, guild, "/activity");
  await signedInPage.getByRole("button", { name: "BOLO raised" }).click();
  expect(await violations(signedInPage)).toEqual([]);
});

test("webhooks and their dialogs: no violations, light or dark", async ({ adminPage, admin, receiver }) => {
  receiver.response = { status: 500, body: "out of paper" };
  const expectNoViolations = async (what: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await adminPage.emulateMedia({ colorScheme });
      expect(await violations(adminPage), `${what}, ${colorScheme}`).toEqual([]);
    }
  };
  const id = await admin.webhook(receiver.url, { name: "Dispatch bot" });
  await admin.webhook(receiver.url, { format: "discord", kinds: ["leo.*", "vehicle.impounded"] });
  await visit(adminPage, admin, "/settings");
  await expect(adminPage.getByText("Failing").first()).toBeVisible();
  await loaded(adminPage);
  await expectNoViolations("the list");
  await adminPage.getByRole("button", { name: "New webhook" }).click();
  await adminPage.getByLabel("URL").fill("http://10.0.0.1");
  await adminPage.getByRole("button", { name: "Create webhook" }).click();
  await expect(adminPage.getByRole("alert")).toBeVisible();
  await expectNoViolations("the form");
  await adminPage.getByLabel("URL").fill(receiver.url);
  await adminPage.getByRole("button", { name: "Create webhook" }).click();
  await expect(adminPage.getByText("This secret is shown only once.")).toBeVisible();
  await expectNoViolations("the secret");
  await visit(adminPage, admin, `/settings/webhooks/${id}`);
  await loaded(adminPage);
  await adminPage.getByRole("button", { name: "Webhook created" }).first().click();
  await expect(adminPage.getByLabel("Reply")).toBeVisible();
  await expectNoViolations("the deliveries");
  for (const name of ["Test", "Delete", "Resend since …"]) {
    await adminPage.getByRole("button", { name, exact: true }).click();
    await expect(adminPage.locator("dialog[open] [aria-busy=true]")).toHaveCount(0);
    await expectNoViolations(name);
    await adminPage.keyboard.press("Escape");
  }
});

test("sign-in: no violations", async ({ page, guild }) => {
  await visit(page, guild, "/");
  await expect(page.getByRole("form", { name: "Sign in" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

for (const [kind, use] of Object.entries({ "on a desktop": {}, "on a phone": phone })) {
  test.describe(kind, () => {
    test.use(use);
    test("setup: no violations, light or dark", async ({ page, start }) => {
      const expectNoViolations = async (what: string) => {
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await violations(page), `${what}, ${colorScheme}`).toEqual([]);
        }
      };
      const program = await start();
      await page.goto(`${program.url}/#/setup`);
      await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
      await expectNoViolations("no link");
      await page.goto(await program.link("setup"));
      await page.getByLabel("Guild ID").fill("no id");
      await page.getByRole("button", { name: "Create community" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
      await expectNoViolations("the form");
      await page.getByLabel("Guild ID").fill("an-id");
      await page.getByRole("button", { name: "Create community" }).click();
      await page.getByRole("button", { name: "Download" }).click();
      await expect(page.getByText("Downloaded as")).toBeVisible();
      await expectNoViolations("the key");
      await page.reload();
      await page.getByRole("button", { name: "Open the console" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectNoViolations("the dialog");
    });
  });
}

test.describe("on a phone", () => {
  test.use(phone);
  test("home, profile, list and menu: no violations", async ({ signedInPage, guild }) => {
    for (const place of ["/board", "/", "/civilians/John%20Doe", "/vehicles", "/activity"]) {
      await visit(signedInPage, guild, place);
      await loaded(signedInPage);
      expect(await violations(signedInPage), place).toEqual([]);
    }
    await signedInPage.getByRole("button", { name: "More" }).tap();
    await expect(signedInPage.getByRole("dialog")).toBeVisible();
    expect(await violations(signedInPage)).toEqual([]);
  });
  test("webhooks: no violations", async ({ adminPage, admin, receiver }) => {
    receiver.response = { status: 500, body: "out of paper" };
    const id = await admin.webhook(receiver.url, { name: "Dispatch bot" });
    for (const place of ["/settings", `/settings/webhooks/${id}`]) {
      await visit(adminPage, admin, place);
      await expect(adminPage.getByText("Failing")).toBeVisible();
      await loaded(adminPage);
      expect(await violations(adminPage), place).toEqual([]);
    }
  });
});
