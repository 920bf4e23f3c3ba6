// Pages without records say what belongs there and how to fill them.
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "@playwright/test";
import { phone } from "./browser";
import { expect, loaded, signIn, test, visit } from "./fixtures";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1, exact: true });

/** What each page of a new guild says, and the action that it offers, with the page that it leads to. */
const pages = {
  "/": ["Nothing on file yet", "Create the first civilian", "New civilian"],
  "/civilians": ["No civilians yet", "Create the first civilian", "New civilian"],
  "/vehicles": ["No vehicles yet", "Create the first vehicle", "New vehicle"],
  "/firearms": ["No firearms yet", "Create the first firearm", "New firearm"],
  "/activity": ["No changes yet", "Create a civilian", "New civilian"],
} as const;

test("pages of a new guild offer to create a record, and how to start the demo", async ({ signedInPage, guild }) => {
  for (const [place, [title, action, next]] of Object.entries(pages)) {
    await visit(signedInPage, guild, place);
    await expect(signedInPage.getByRole("heading", { name: title })).toBeVisible();
    await expect(signedInPage.getByLabel("Command that starts the demo")).toContainText("blotter serve --demo");
    await signedInPage.getByRole("main").getByRole("link", { name: action }).click();
    await expect(heading(signedInPage, next)).toBeVisible();
  }
  for (const [place, text] of [
    ["/board", "appears here at once"],
    ["/law/arrest", "No entries yet. Each one that is entered in the form appears here"],
    ["/medical", "No admissions yet. Each one that is entered in the form appears here"],
  ] as const) {
    await visit(signedInPage, guild, place);
    await expect(signedInPage.getByText(text)).toBeVisible();
  }
});

test("the command that starts the demo is copied, and all its options exist", async ({
  context,
  signedInPage,
  guild,
  program,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await visit(signedInPage, guild, "/civilians");
  await signedInPage.getByRole("button", { name: "Copy" }).click();
  await expect(signedInPage.getByText("Command copied.")).toBeAttached();
  const command = await signedInPage.evaluate(() => navigator.clipboard.readText());
  const known = program.run("serve", "--help");
  const options = command.match(/--[a-z]+/g) ?? [];
  expect(options).toEqual(["--demo", "--listen", "--store"]);
  for (const option of options) expect(known).toContain(option);
});

test("a key without the right is offered nothing to create", async ({ context, page, guild }) => {
  const reader = guild.withScopes("read");
  await signIn(context, reader);
  for (const [place, [title, action]] of Object.entries(pages)) {
    await visit(page, reader, place);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByRole("link", { name: action })).toHaveCount(0);
  }
});

test("a filter that matches nothing can be cleared, and the order stays", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await guild.vehicle("John Doe", "ABC 123");
  await guild.firearm("John Doe");
  for (const place of ["/civilians?name=zzz&sort=-name", "/vehicles?name=zzz", "/firearms?stolen=true"]) {
    await visit(signedInPage, guild, place);
    await expect(signedInPage.getByText(/^No (civilians|vehicles|firearms) found\.$/)).toBeVisible();
    await signedInPage.getByRole("link", { name: "Clear the filters" }).click();
    await expect(signedInPage.getByText(/^1 (civilian|vehicle|firearm)$/)).toBeVisible();
    if (place.includes("sort")) await expect(signedInPage).toHaveURL(/\/civilians\?sort=-name$/);
  }
  await visit(signedInPage, guild, "/activity?kind=leo.cited");
  await signedInPage.getByRole("link", { name: "Clear the filters" }).click();
  await expect(signedInPage.getByRole("region", { name: "Changes" }).getByRole("listitem")).toHaveCount(3);
});

test("days that exclude each other are refused at their field", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  const asked: string[] = [];
  signedInPage.on("request", (request) => {
    if (request.url().includes("/api/audit")) asked.push(request.url());
  });
  await visit(signedInPage, guild, "/activity");
  const before = signedInPage.getByLabel("Before (UTC)");
  await signedInPage.getByLabel("From (UTC)").fill("2026-03-02");
  await before.fill("2026-03-01");
  await expect(before).toHaveAttribute("aria-invalid", "true");
  await expect(before).toHaveAccessibleDescription("This day must be later than the first.");
  await expect(signedInPage.getByText("No changes found.")).toBeVisible();
  await before.fill("");
  await before.pressSequentially("02312026");
  await before.blur();
  await expect(before).toHaveAccessibleDescription("This date does not exist or is not complete.");
  await before.fill("2099-01-01");
  await expect(before).toHaveAttribute("aria-invalid", "false");
  await expect(signedInPage).toHaveURL(/from=2026-03-02&to=2099-01-01/);
  expect(asked.filter((url) => url.includes("to=2026-03-01"))).toEqual([]);
});

for (const [kind, use] of Object.entries({ "on a desktop": {}, "on a phone": phone })) {
  test.describe(kind, () => {
    test.use(use);
    test("empty pages: no violations, light or dark, and nothing is too wide", async ({
      context,
      signedInPage,
      guild,
    }) => {
      await context.addInitScript({ path: axe });
      const places = [
        ...Object.keys(pages),
        "/civilians?name=zzz",
        "/activity?from=2026-03-02&to=2026-03-01",
        "/board",
      ];
      for (const place of places) {
        await visit(signedInPage, guild, place);
        await loaded(signedInPage);
        for (const colorScheme of ["light", "dark"] as const) {
          await signedInPage.emulateMedia({ colorScheme });
          const { violations } = await signedInPage.evaluate(() => {
            return (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run();
          });
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
          expect(found, `${place}, ${colorScheme}`).toEqual([]);
        }
        const width = await signedInPage.evaluate(() => document.documentElement.scrollWidth);
        expect(width, place).toBeLessThanOrEqual(signedInPage.viewportSize()?.width ?? 0);
      }
    });
  });
}
