// Entries that were a mistake are marked as void; they stay on file.
import { expect, signIn, test, visit } from "./fixtures";
import type { Page } from "@playwright/test";
import type { Guild } from "./program";

const record = (page: Page) => page.getByRole("region", { name: "Record" });
const medical = (page: Page) => page.getByRole("region", { name: "Medical" });
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const dialog = (page: Page) => page.getByRole("dialog");
const officer = { officerName: "Sgt. Reyes", officerID: "204" };

function voidEntry(guild: Guild, kind: string, count: number) {
  return guild.post("leo/void", { ...officer, name: "John Doe", kind, count, reason: "Wrong person" });
}

test.beforeEach(async ({ guild }) => {
  await guild.civilian("John Doe");
});

test("a void entry is hidden or struck through, and the others keep their numbers", async ({ signedInPage, guild }) => {
  for (const charges of ["Speeding", "Littering", "Jaywalking"]) await guild.cite("John Doe", charges);
  await visit(signedInPage, guild, "/civilians/John%20Doe");
  await record(signedInPage).getByRole("button", { name: "Void Citation 2" }).click();
  await expect(dialog(signedInPage)).toContainText("Littering");
  await expect(dialog(signedInPage).getByRole("button", { name: "Cancel" })).toBeFocused();
  await dialog(signedInPage).getByLabel("Reason").fill("Wrong person");
  await dialog(signedInPage).getByLabel("Officer", { exact: true }).fill("Lt. Ibarra");
  await dialog(signedInPage).getByLabel("Officer ID").fill("9");
  await dialog(signedInPage).getByRole("button", { name: "Void citation" }).click();
  await expect(signedInPage.getByRole("status").last()).toContainText("Voided citation: Citation 2, John Doe");

  const voided = row(signedInPage, "Littering");
  await expect(voided.locator("s").first()).toHaveText("Littering");
  await expect(voided).toContainText(/Void: Wrong person · Lt\. Ibarra · .*\d/);
  await expect(voided.getByRole("button", { name: "Void" })).toHaveCount(0);
  await expect(record(signedInPage).getByRole("button", { name: "All 2" })).toBeVisible();
  await expect(record(signedInPage)).toContainText("2 entries");
  await signedInPage.getByLabel("Show 1 void entry").uncheck();
  await expect(record(signedInPage).locator("tbody .badge")).toHaveText(["Citation 3", "Citation 1"]);
  await signedInPage.reload();
  await expect(record(signedInPage).locator("tbody .badge")).toHaveText(["Citation 3", "Citation 1"]);
  await signedInPage.getByLabel("Show 1 void entry").check();
  await expect(record(signedInPage).locator("tbody .badge")).toHaveText([
    "Citation 3",
    "Citation 2",
    "Void",
    "Citation 1",
  ]);
  expect((await guild.get("civilian/info", { name: "John Doe" })).citations).toHaveLength(2);

  await visit(signedInPage, guild, "/law/cite?name=John%20Doe");
  await expect(record(signedInPage).locator("tbody .badge")).toHaveText(["Citation 3", "Citation 1"]);
});

test("officers void entries of the law, medics void admissions, and the name is remembered", async ({
  context,
  page,
  guild,
}) => {
  await guild.cite("John Doe", "Speeding");
  const unit = { unitName: "Medic 4", unitID: "310" };
  await guild.post("medical/admit", { ...unit, name: "John Doe", time: "900", injures: "Broken arm" });
  await guild.post("medical/admit", { ...unit, name: "John Doe", time: "90", injures: "Bruise" });
  await signIn(context, guild.withScopes("read,medical"));
  await visit(page, guild, "/civilians/John%20Doe");
  await expect(record(page)).toContainText("Speeding");
  await expect(record(page).getByRole("button", { name: /^Void/ })).toHaveCount(0);
  for (const count of [2, 1]) {
    await medical(page)
      .getByRole("button", { name: `Void Admission ${count}` })
      .click();
    await dialog(page).getByLabel("Reason").fill("Wrong patient");
    if (count === 2) {
      await dialog(page).getByLabel("Medical unit").fill("Medic 4");
      await dialog(page).getByLabel("Unit ID").fill("310");
    }
    await expect(dialog(page).getByLabel("Medical unit")).toHaveValue("Medic 4");
    await dialog(page).getByRole("button", { name: "Void admission" }).click();
    await expect(dialog(page)).toHaveCount(0);
  }
  await expect(medical(page).locator("s").filter({ hasText: "Broken arm" })).toBeVisible();
  expect((await guild.get("medical/records", { name: "John Doe" })).amount).toBe(0);
});

test("a void arrest ends its custody, and what others void is struck through where it stands", async ({
  signedInPage,
  guild,
}) => {
  await guild.post("leo/arrest", { ...officer, name: "John Doe", charges: "Evading arrest", time: 3600 });
  await visit(signedInPage, guild, "/civilians/John%20Doe");
  await expect(signedInPage.locator(".page-head .badge")).toHaveText(["In custody, 1 h left"]);
  await voidEntry(guild, "arrest", 1);
  await expect(row(signedInPage, "Evading arrest")).toContainText("Wrong person");
  await expect(signedInPage.locator(".page-head .badge")).toHaveCount(0);
  await guild.patch("civilian/deceased", { name: "John Doe", deceased: true });
  await guild.civilian("Jane Roe");
  await guild.cite("Jane Roe", "Speeding");
  await guild.patch("civilian/deceased", { name: "Jane Roe", deceased: true });
  await visit(signedInPage, guild, "/civilians/Jane%20Roe");
  await expect(record(signedInPage)).toContainText("Speeding");
  await expect(record(signedInPage).getByRole("button", { name: /^Void/ })).toHaveCount(0);
});

test("a file with more than a thousand entries has pages", async ({ signedInPage, guild }) => {
  const amount = 1003;
  for (let count = 1; count <= amount; count += 17) {
    const batch = Array.from({ length: Math.min(17, amount + 1 - count) }, (_, index) => `Charge ${count + index}`);
    await Promise.all(batch.map((charges) => guild.cite("John Doe", charges)));
  }
  await visit(signedInPage, guild, "/civilians/John%20Doe");
  const first = record(signedInPage).locator("tbody .badge").first();
  await expect(first).toHaveText("Citation 1,003");
  await expect(record(signedInPage)).toContainText("1,003 entries");
  await record(signedInPage).getByRole("button", { name: "Older" }).click();
  await expect(record(signedInPage).locator("tbody .badge")).toHaveText(["Citation 3", "Citation 2", "Citation 1"]);
  await record(signedInPage).getByRole("button", { name: "Newer" }).click();
  await expect(first).toHaveText("Citation 1,003");
});
