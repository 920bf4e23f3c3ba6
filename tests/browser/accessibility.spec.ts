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
  await guild.arrest("John Doe", "Theft", 5000);
  await guild.withScopes("read,admin").setPenalCode([{ code: "TR-04", title: "Speeding", fine: 250, time: 300 }]);
  await guild.civilian("Jane Late");
  await guild.patch("civilian/deceased", { name: "Jane Late", deceased: true });
});

async function violations(page: Page): Promise<string[]> {
  const results = await page.evaluate(() => {
    // Without the lists of what passed, which take most of the time.
    const options = { resultTypes: ["violations"] };
    return (window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run(options);
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
  "check of a vehicle": () => "/check?q=ABC+123",
  "check of a civilian": () => "/check?q=Jane+Late",
  "check of a name that is not on file": () => "/check?q=Jon+Do",
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
  custody: () => "/custody",
  impounds: () => "/custody/impounds",
  "penal code": () => "/penal-code",
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
  await expect(form.getByLabel("Time")).toHaveAccessibleDescription(/^Time must be/);
  expect(await violations(signedInPage)).toEqual([]);
  await signedInPage.keyboard.press("Escape");
  await signedInPage.getByRole("combobox", { name: "Search" }).fill("jo");
  await expect(found(signedInPage).first()).toBeVisible();
  expect(await violations(signedInPage)).toEqual([]);
  await visit(signedInPage, guild, "/activity");
  await signedInPage.getByRole("button", { name: "BOLO raised" }).click();
  expect(await violations(signedInPage)).toEqual([]);
});

test("the dialog of the check: no violations, light or dark", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/");
  await loaded(signedInPage);
  await signedInPage.keyboard.press("Control+k");
  const dialog = signedInPage.getByRole("dialog");
  const input = dialog.getByRole("combobox", { name: "Plate or name" });
  await input.fill("jo");
  await expect(found(signedInPage).first()).toBeVisible();
  expect(await violations(signedInPage), "suggestions").toEqual([]);
  await input.fill("ABC 123");
  await input.press("Enter");
  await expect(dialog.getByRole("region", { name: "Verdict" })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await signedInPage.emulateMedia({ colorScheme });
    expect(await violations(signedInPage), colorScheme).toEqual([]);
  }
});

test("webhooks and their dialogs: no violations, light or dark", async ({ adminPage, admin, receiver }) => {
  test.slow();
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

for (const [kind, use] of Object.entries({ "on a desktop": {}, "on a phone": phone })) {
  test.describe(kind, () => {
    test.use(use);
    test("keys, invitations and a missing right: no violations, light or dark", async ({ adminPage: page, admin }) => {
      test.slow();
      const expectNoViolations = async (what: string) => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(
          page.viewportSize()?.width ?? 0,
        );
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await violations(page), `${what}, ${colorScheme}`).toEqual([]);
        }
      };
      await admin.post("key/create", { name: "A name of many words that goes on and on", scopes: ["read", "vehicle"] });
      const { link } = await admin.post("key/invite", { name: "Medic 4", role: "medic", expiresIn: 86_400 });
      await visit(page, admin, "/settings");
      await expect(page.getByRole("table", { name: "Pending invitations" })).toBeVisible();
      await loaded(page);
      await expectNoViolations("the list");
      await page.getByRole("button", { name: "Revoke invitation for Medic 4" }).click();
      await expectNoViolations("revoking");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "New key" }).click();
      await page.getByRole("textbox", { name: "Name" }).fill("Bot");
      await page.getByRole("radio", { name: /^Custom/ }).check();
      await page.getByRole("checkbox", { name: "read" }).uncheck();
      await page.getByRole("button", { name: "Create key" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
      await expectNoViolations("the form");
      await page.getByRole("radio", { name: /^Viewer/ }).check();
      await page.getByRole("button", { name: "Create key" }).click();
      await expect(page.getByText("This key is shown only once.")).toBeVisible();
      await expectNoViolations("the key");
      await page.getByRole("button", { name: "Download" }).click();
      await page.getByRole("button", { name: "Done" }).click();

      await page.goto(`${admin.program.url}${link as string}`);
      await expect(page.getByRole("button", { name: "Get my key" })).toBeVisible();
      await expectNoViolations("the invitation");
      await page.getByRole("button", { name: "Get my key" }).click();
      await page.getByRole("button", { name: "Download" }).click();
      await expect(page.getByText("Downloaded as")).toBeVisible();
      await expectNoViolations("the key of the member");
      await page.getByRole("button", { name: "Open the console" }).click();
      await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
      await page.goto(`${admin.program.url}/#/invitation`);
      await expect(page.getByRole("heading", { name: "This invitation does not work" })).toBeVisible();
      await expectNoViolations("no invitation");
      await page.goto(`${admin.program.url}/#/law`);
      await expect(page.getByText("This page needs the scope")).toBeVisible();
      await expectNoViolations("a missing right");
    });
  });
}

test("durations, offences and their dialogs: no violations", async ({ adminPage, admin }) => {
  await visit(adminPage, admin, "/law/arrest");
  await adminPage.getByRole("combobox", { name: "Penal code" }).fill("speed");
  await expect(found(adminPage)).toHaveCount(1);
  expect(await violations(adminPage), "the offences").toEqual([]);
  await adminPage.keyboard.press("Enter");
  await adminPage.getByLabel("Time", { exact: true }).fill("a while");
  expect(await violations(adminPage), "the form").toEqual([]);
  for (const [place, name] of [
    ["/penal-code", "Import or edit as text"],
    ["/penal-code", "New offence"],
    ["/custody", "Release"],
    ["/custody", "Set the sentence of arrest 1 of John Doe"],
    ["/board", "New BOLO"],
  ] as const) {
    await visit(adminPage, admin, place);
    await adminPage.getByRole("button", { name }).click();
    await expect(adminPage.getByRole("dialog")).toBeVisible();
    expect(await violations(adminPage), name).toEqual([]);
    await adminPage.keyboard.press("Escape");
  }
});

test("void entries, undo and their dialogs: no violations, light or dark", async ({ adminPage, admin }) => {
  // Ten runs of axe.
  test.slow();
  const expectNoViolations = async (what: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await adminPage.emulateMedia({ colorScheme });
      expect(await violations(adminPage), `${what}, ${colorScheme}`).toEqual([]);
    }
  };
  await visit(adminPage, admin, "/civilians/John%20Doe");
  await adminPage.getByRole("button", { name: "Void Citation 1" }).click();
  await adminPage.getByLabel("Reason").fill("Wrong person");
  for (const label of ["Officer", "Officer ID"]) await adminPage.getByLabel(label, { exact: true }).fill("2");
  await expectNoViolations("the form");
  await adminPage.getByRole("button", { name: "Void citation", exact: true }).click();
  await expect(adminPage.getByText("Void: Wrong person")).toBeVisible();
  await loaded(adminPage);
  await expectNoViolations("the record");
  await visit(adminPage, admin, "/vehicles/ABC%20123");
  await adminPage.getByRole("button", { name: /^Undo #.*: Vehicle edited/ }).click();
  await expectNoViolations("the question");
  await adminPage.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await expect(adminPage.getByText("Undone: Vehicle edited")).toBeVisible();
  await loaded(adminPage);
  await expectNoViolations("the history");
  await visit(adminPage, admin, "/activity");
  await expect(adminPage.getByText("Undone by").first()).toBeVisible();
  await expectNoViolations("the activity");
});

test("reference: no violations and no messages, with operations open", async ({ signedInPage: page, guild }) => {
  test.slow();
  const messages: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) messages.push(message.text());
  });
  await page.goto(`${guild.program.url}/docs`);
  const operations = page.locator(".opblock-summary-control");
  await expect(operations.first()).toBeVisible();
  // All of them take minutes.
  const opened = await operations.evaluateAll((buttons) => {
    const some = buttons.filter((_, index) => index % 6 === 0);
    for (const button of some) (button as HTMLElement).click();
    return some.length;
  });
  await expect(page.locator(".snippets")).toHaveCount(opened);
  await page.getByRole("button", { name: "Execute" }).first().click();
  await expect(page.getByRole("region", { name: "Response" }).first()).toContainText("John Doe");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), colorScheme).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(messages).toEqual([]);
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
    for (const place of [
      "/board",
      "/custody",
      "/custody/impounds",
      "/penal-code",
      "/",
      "/check?q=ABC+123",
      "/civilians/John%20Doe",
      "/vehicles",
      "/activity",
    ]) {
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
