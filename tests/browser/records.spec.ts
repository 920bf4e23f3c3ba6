// The pages of vehicles, firearms and civilians: what an officer must know at a glance, and what was done to the record.
import { expect, signIn, test, visit } from "./fixtures";
import type { Page } from "@playwright/test";
import type { Guild } from "./program";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1, exact: true });
const action = (page: Page, name: string) => page.locator(".page-head").getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const verdict = (page: Page) => page.getByRole("region", { name: "Verdict" });
const owner = (page: Page) => page.getByRole("region", { name: "Owner" });
const changes = (page: Page) => page.getByRole("region", { name: "History" }).getByRole("listitem");
const officer = { officerName: "Sgt. Reyes", officerID: "204" };

function arrest(guild: Guild, name: string, time: number) {
  return guild.post("leo/arrest", { ...officer, name, charges: "Evading arrest", time });
}

test.beforeEach(async ({ guild }) => {
  await guild.civilian("John Doe");
});

test("a plate's page says to stop a wanted owner, and follows what changes", async ({ signedInPage, guild }) => {
  await guild.vehicle("John Doe", "ABC 123", { insurance: "Expired" });
  await guild.vehicle("John Doe", "ABC 124");
  await guild.patch("civilian/bolo", { name: "John Doe", bolo: true, reason: "Armed robbery", expiresIn: 86_400 });
  await arrest(guild, "John Doe", 3600);
  await visit(signedInPage, guild, "/vehicles/ABC%20123");
  await expect(verdict(signedInPage)).toHaveClass(/stop/);
  await expect(verdict(signedInPage).getByRole("listitem")).toHaveText([
    "The owner is wanted: Armed robbery",
    "The owner is in custody",
    /insurance/,
  ]);
  await expect(owner(signedInPage).getByRole("link", { name: "John Doe" })).toBeVisible();
  await expect(owner(signedInPage)).toContainText("Armed robbery");
  await expect(owner(signedInPage).locator(".badge")).toHaveText([/^BOLO until .*\d/, "In custody, 1 h left"]);
  await expect(signedInPage.getByRole("region", { name: "Vehicle" }).locator(".plate")).toHaveText("ABC 123");

  await guild.endBolo("John Doe");
  await guild.post("leo/release", { ...officer, name: "John Doe" });
  await expect(verdict(signedInPage)).toHaveClass(/caution/);
  await expect(owner(signedInPage).locator(".badge")).toHaveCount(0);
  await visit(signedInPage, guild, "/vehicles/ABC%20124");
  await expect(verdict(signedInPage)).toContainText("Clear");
  await guild.patch("civilian/deceased", { name: "John Doe", deceased: true });
  await expect(verdict(signedInPage)).toContainText("Caution");
  await expect(owner(signedInPage).locator(".badge")).toHaveText(["Deceased"]);
});

test("a firearm's page shows the check of its owner, and a stolen one is a reason to stop", async ({
  signedInPage,
  guild,
}) => {
  const serial = await guild.firearm("John Doe");
  await visit(signedInPage, guild, `/firearms/${serial}`);
  await expect(verdict(signedInPage)).toContainText("Clear");
  await expect(signedInPage.locator(".stamp")).toHaveText(serial);
  await guild.raiseBolo("John Doe", "Armed robbery");
  await expect(verdict(signedInPage).getByRole("listitem")).toHaveText(["The owner is wanted: Armed robbery"]);
  await expect(owner(signedInPage).locator(".badge")).toHaveText(["BOLO"]);
  await guild.endBolo("John Doe");
  await guild.patch("firearm/edit", { name: "John Doe", serialNumber: serial, field: "stole", value: true });
  await expect(verdict(signedInPage).getByRole("listitem")).toHaveText(["The firearm is stolen"]);
  await expect(verdict(signedInPage)).toContainText("Stop");
});

test("the history of a vehicle has only its own changes, newest first, however many its owner has", async ({
  signedInPage,
  guild,
}) => {
  await guild.vehicle("John Doe", "ABC 123");
  await guild.vehicle("John Doe", "ABC 124");
  const edit = { name: "John Doe", plate: "ABC 123", field: "color" };
  await guild.patch("vehicle/edit", { ...edit, value: "Lime" });
  // More than one page of the audit log.
  for (let count = 1; count <= 210; ++count) await guild.cite("John Doe", `Charge ${count}`);
  await guild.patch("leo/impound", { plate: "ABC 123", impound: true, fee: 5 });
  await visit(signedInPage, guild, "/vehicles/ABC%20123");
  await expect(changes(signedInPage).locator("b")).toHaveText([
    "Vehicle impounded",
    "Vehicle edited",
    "Vehicle registered",
  ]);
  await expect(changes(signedInPage).nth(1)).toContainText("Color: Midnight blue → Lime");
  await expect(changes(signedInPage).nth(1)).toContainText("front desk");
  for (let count = 1; count <= 9; ++count) await guild.patch("vehicle/edit", { ...edit, value: `Color ${count}` });
  await expect(changes(signedInPage).first()).toContainText("Color 8 → Color 9");
  await expect(changes(signedInPage)).toHaveCount(10);
  await signedInPage.getByRole("button", { name: "Show 2 older changes" }).click();
  await expect(changes(signedInPage)).toHaveCount(12);
  await expect(changes(signedInPage).last()).toContainText("Vehicle registered");
});

test("an officer marks a vehicle and a firearm as stolen and as found", async ({ context, page, guild }) => {
  await guild.vehicle("John Doe", "ABC 123");
  const serial = await guild.firearm("John Doe");
  await signIn(context, guild.withScopes("read,leo"));
  for (const place of ["/vehicles/ABC%20123", `/firearms/${serial}`]) {
    await visit(page, guild, place);
    await action(page, "Mark as stolen").click();
    await dialog(page).getByRole("button", { name: "Mark as stolen" }).click();
    await expect(page.locator(".page-head")).toContainText("Stolen");
    await expect(verdict(page)).toContainText("is stolen");
    await expect(action(page, "Edit")).toHaveCount(0);
    await action(page, "Mark as found").click();
    await dialog(page).getByRole("button", { name: "Mark as found" }).click();
    await expect(verdict(page)).toContainText("Clear");
    await expect(changes(page)).toHaveCount(3);
  }
});

test("an officer raises and ends a BOLO, and the profile shows how long custody lasts", async ({
  context,
  page,
  guild,
}) => {
  await arrest(guild, "John Doe", 600);
  await signIn(context, guild.withScopes("read,leo"));
  await visit(page, guild, "/civilians/John%20Doe");
  await expect(heading(page, "John Doe")).toBeVisible();
  await expect(page.locator(".page-head .badge")).toHaveText([/^In custody, (10|9) min left$/]);
  await action(page, "BOLO").click();
  await page.getByLabel("Reason").fill("Armed robbery");
  await page.getByRole("button", { name: "Raise BOLO" }).click();
  await expect(page.locator(".bolo-band")).toContainText("Armed robbery");
  await action(page, "End BOLO").click();
  await dialog(page).getByRole("button", { name: "End BOLO" }).click();
  await expect(page.locator(".bolo-band")).toBeHidden();
  await guild.post("leo/release", { ...officer, name: "John Doe" });
  await expect(page.locator(".page-head .badge")).toHaveCount(0);
});
