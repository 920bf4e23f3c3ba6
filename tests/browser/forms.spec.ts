// What the forms for new records ask for, and what they fill in.
import { phone } from "./browser";
import { expect, test, visit } from "./fixtures";
import type { Page } from "@playwright/test";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1, exact: true });
const form = (page: Page, name: string) => page.getByRole("form", { name });
const details = (page: Page) => page.locator("details.more");

/** Somebody who turned as many years old yesterday. */
function bornYearsAgo(years: number, daysMore = 1): string {
  const day = new Date(Date.now() - daysMore * 86_400_000);
  day.setUTCFullYear(day.getUTCFullYear() - years);
  return day.toISOString().slice(0, 10);
}

test("a civilian needs a name, a date of birth and a gender; the rest has defaults that are shown", async ({
  signedInPage,
  guild,
}) => {
  await visit(signedInPage, guild, "/civilians");
  await signedInPage.getByRole("link", { name: "New civilian" }).click();
  const civilian = form(signedInPage, "New civilian");
  await expect(civilian.getByLabel("Name", { exact: true })).toBeFocused();
  await expect(civilian.getByLabel("Hair")).toBeHidden();
  await expect(details(signedInPage)).toContainText("Hair Unknown Height 175 Weight 75");
  await expect(details(signedInPage)).toContainText("Player console");
  await civilian.getByLabel("Name", { exact: true }).fill("Juniper Wobbleton");
  await civilian.getByLabel("Date of birth").fill(bornYearsAgo(31));
  await expect(details(signedInPage)).toContainText("Age 31");
  await civilian.getByLabel("Gender").selectOption("Female");
  await civilian.getByRole("button", { name: "Create civilian" }).click();
  await expect(heading(signedInPage, "Juniper Wobbleton")).toBeFocused();
  const kept = (await guild.get("civilian/info", { name: "Juniper Wobbleton" })).civilian[0];
  expect(kept).toMatchObject({ civilianAge: 31, civilianHairColor: "Unknown", civilianHeight: 175, userID: "console" });
  // The form is not in the way back.
  await signedInPage.goBack();
  await expect(heading(signedInPage, "Civilians")).toBeVisible();
});

test("the player of the last civilian is offered for the next one", async ({ signedInPage, guild }) => {
  for (const name of ["First One", "Second One"]) {
    await visit(signedInPage, guild, "/new/civilian");
    const civilian = form(signedInPage, "New civilian");
    await civilian.getByLabel("Name", { exact: true }).fill(name);
    await civilian.getByLabel("Date of birth").fill("1990-01-31");
    await civilian.getByLabel("Gender").selectOption("Male");
    if (name === "First One") {
      await civilian.getByText("More details").click();
      await civilian.getByLabel("Player", { exact: true }).fill("nightowl");
      await civilian.getByLabel("Player ID").fill("80351110224678912");
    }
    await civilian.getByRole("button", { name: "Create civilian" }).click();
    await expect(heading(signedInPage, name)).toBeVisible();
  }
  const kept = (await guild.get("civilian/info", { name: "Second One" })).civilian[0];
  expect(kept).toMatchObject({ userName: "nightowl", userID: "80351110224678912" });
});

test("a refused or empty field unfolds", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/new/civilian");
  const civilian = form(signedInPage, "New civilian");
  await civilian.getByLabel("Name", { exact: true }).fill("Juniper Wobbleton");
  await civilian.getByLabel("Date of birth").fill("1990-01-31");
  await civilian.getByLabel("Gender").selectOption("Female");
  const fold = civilian.getByText("More details");
  await fold.click();
  await civilian.getByLabel("Weight").fill("heavy");
  await fold.click();
  await expect(civilian.getByLabel("Weight")).toBeHidden();
  await civilian.getByRole("button", { name: "Create civilian" }).click();
  await expect(civilian.getByLabel("Weight")).toBeFocused();
  await expect(civilian.getByLabel("Weight")).toHaveAttribute("aria-invalid", "true");
  await civilian.getByLabel("Weight").fill("70");
  await civilian.getByLabel("Hair").fill("");
  await fold.click();
  await civilian.getByRole("button", { name: "Create civilian" }).click();
  await expect(civilian.getByLabel("Hair")).toBeFocused();
  expect(await guild.status("civilian/info", { name: "Juniper Wobbleton" })).toBe(404);
});

test("a date of birth that does not exist, is in the future or is not complete is refused at its field", async ({
  signedInPage,
  guild,
}) => {
  await visit(signedInPage, guild, "/new/civilian");
  const civilian = form(signedInPage, "New civilian");
  const birth = civilian.getByLabel("Date of birth");
  await civilian.getByLabel("Name", { exact: true }).fill("Juniper Wobbleton");
  await civilian.getByLabel("Gender").selectOption("Female");
  const expectRefused = async (sentence: string) => {
    await civilian.getByRole("button", { name: "Create civilian" }).click();
    await expect(birth).toBeFocused();
    await expect(birth).toHaveAttribute("aria-invalid", "true");
    await expect(birth).toHaveAccessibleDescription(sentence);
  };
  await expectRefused("Enter a date.");
  // Chromium without other languages takes month, day and year, also with the locale of these tests.
  await birth.pressSequentially("02311999");
  await expectRefused("This date does not exist or is not complete.");
  await birth.fill("");
  await birth.pressSequentially("0405");
  await expectRefused("This date does not exist or is not complete.");
  await birth.fill("0099-05-04");
  await expectRefused("Enter the year with four digits.");
  await birth.fill(bornYearsAgo(0, -2));
  await expectRefused("This date is in the future.");
  expect(await guild.status("civilian/info", { name: "Juniper Wobbleton" })).toBe(404);
  await birth.fill("");
  await birth.pressSequentially("05041999");
  await expect(birth).toHaveValue("1999-05-04");
  await expect(birth).not.toHaveAccessibleDescription(/./);
  await civilian.getByRole("button", { name: "Create civilian" }).click();
  await expect(heading(signedInPage, "Juniper Wobbleton")).toBeVisible();
});

test("the age follows the date of birth, and another one is remarked on but not refused", async ({
  signedInPage,
  guild,
}) => {
  await visit(signedInPage, guild, "/new/civilian");
  const civilian = form(signedInPage, "New civilian");
  const age = civilian.getByLabel("Age");
  await civilian.getByText("More details").click();
  await civilian.getByLabel("Date of birth").fill(bornYearsAgo(40));
  await expect(age).toHaveValue("40");
  // The birthday is tomorrow.
  await civilian.getByLabel("Date of birth").fill(bornYearsAgo(40, -1));
  await expect(age).toHaveValue("39");
  await age.fill("28");
  await expect(age).toHaveAccessibleDescription(/By the date of birth, the age is 39\./);
  // What was typed stays.
  await civilian.getByLabel("Date of birth").fill("1871-03-04");
  await expect(age).toHaveValue("28");
  await civilian.getByLabel("Name", { exact: true }).fill("Old Timer");
  await civilian.getByLabel("Gender").selectOption("Male");
  await civilian.getByRole("button", { name: "Create civilian" }).click();
  await expect(heading(signedInPage, "Old Timer")).toBeVisible();
  expect((await guild.get("civilian/info", { name: "Old Timer" })).civilian[0]).toMatchObject({
    civilianAge: 28,
    civilianDOB: "1871-03-04",
  });
});

test("a date of birth that is no date stays as it is when other fields are edited", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe", { dob: "4th of July" });
  await visit(signedInPage, guild, "/civilians/John%20Doe");
  await signedInPage.locator(".page-head").getByRole("button", { name: "Edit" }).click();
  const edit = form(signedInPage, "Edit civilian");
  await expect(edit.getByLabel("Date of birth")).toHaveValue("4th of July");
  await edit.getByLabel("Hair").fill("Grey");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(signedInPage.getByRole("dialog")).toBeHidden();
  expect((await guild.get("civilian/info", { name: "John Doe" })).civilian[0]).toMatchObject({
    civilianDOB: "4th of July",
    civilianHairColor: "Grey",
  });
});

for (const [kind, use] of Object.entries({ "on a desktop": {}, "on a phone": phone })) {
  test.describe(kind, () => {
    test.use(use);
    test("a vehicle and a firearm need three and two fields, and lead to their pages", async ({
      signedInPage,
      guild,
    }) => {
      await guild.civilian("John Doe");
      await visit(signedInPage, guild, "/new/vehicle");
      const vehicle = form(signedInPage, "New vehicle");
      await vehicle.getByLabel("Owner").fill("John Doe");
      await vehicle.getByLabel("Plate").fill("48 ABC 123");
      await vehicle.getByLabel("Model").fill("Heron Sedan");
      await expect(details(signedInPage)).toContainText("Registration Valid Insurance Valid");
      await vehicle.getByRole("button", { name: "Register vehicle" }).click();
      await expect(heading(signedInPage, "48 ABC 123")).toBeFocused();
      await visit(signedInPage, guild, "/new/firearm?name=John%20Doe");
      const firearm = form(signedInPage, "New firearm");
      await firearm.getByLabel("Model").fill("Pocket Sparrow");
      await expect(details(signedInPage)).toContainText("Color Unknown");
      await firearm.getByRole("button", { name: "Register firearm" }).click();
      await expect(signedInPage).toHaveURL(/#\/firearms\/./);
      const { serialNumber } = (await guild.get("firearm/list")).firearms[0];
      await expect(heading(signedInPage, serialNumber as string)).toBeFocused();
      expect(await signedInPage.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        signedInPage.viewportSize()?.width ?? 0,
      );
    });
  });
}
