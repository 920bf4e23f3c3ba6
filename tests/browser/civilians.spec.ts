import { expect, test, visit } from "./fixtures";
import type { Page } from "@playwright/test";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1, exact: true });
const toast = (page: Page) => page.getByRole("status").last();
const action = (page: Page, name: string) => page.locator(".page-head").getByRole("button", { name, exact: true });

test("a list has pages, and the URL keeps the page after reload and back", async ({ signedInPage, guild }) => {
  const names = Array.from({ length: 60 }, (_, index) => `Person ${String(index + 1).padStart(2, "0")}`);
  for (const name of names) await guild.civilian(name);
  await visit(signedInPage, guild, "/civilians");
  const rows = signedInPage.getByRole("table", { name: "Civilians" }).getByRole("row");
  await expect(signedInPage.getByText("60 civilians")).toBeVisible();
  await expect(rows).toHaveCount(26);
  await expect(signedInPage.getByText("1–25 of 60")).toBeVisible();
  await signedInPage.getByRole("link", { name: "Next" }).click();
  await expect(signedInPage.getByText("26–50 of 60")).toBeVisible();
  await signedInPage.getByRole("link", { name: "Next" }).click();
  await expect(signedInPage.getByRole("link", { name: "Person 01" })).toBeVisible();
  await expect(signedInPage.getByText("51–60 of 60")).toBeVisible();
  await signedInPage.reload();
  await expect(signedInPage.getByRole("link", { name: "Person 01" })).toBeVisible();
  await signedInPage.getByRole("link", { name: "Previous" }).click();
  await expect(signedInPage.getByRole("link", { name: "Person 35" })).toBeVisible();
  await signedInPage.goBack();
  await expect(signedInPage.getByRole("link", { name: "Person 01" })).toBeVisible();
});

test("filters narrow the list, are in the URL, and return to the first page", async ({ signedInPage, guild }) => {
  for (const name of ["Ann Smith", "Anna Jones", "Bob Stone"]) await guild.civilian(name);
  await guild.patch("civilian/bolo", { name: "Anna Jones", bolo: true, reason: "Theft" });
  await visit(signedInPage, guild, "/civilians");
  await signedInPage.getByLabel("Name starts with").fill("ann");
  await expect(signedInPage.getByText("2 civilians")).toBeVisible();
  await signedInPage.getByLabel("BOLO").selectOption("Yes");
  await expect(signedInPage.getByText("1 civilian")).toBeVisible();
  await expect(signedInPage).toHaveURL(/name=ann&bolo=true/);
  await signedInPage.reload();
  await expect(signedInPage.getByRole("link", { name: "Anna Jones" })).toBeVisible();
  await expect(signedInPage.getByLabel("Name starts with")).toHaveValue("ann");
  await signedInPage.getByLabel("Name starts with").fill("zzz");
  await expect(signedInPage.getByText("No civilians found.")).toBeVisible();
});

test("the profile shows the ID card, the states and all entries", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe", { occupation: "Lighthouse keeper", height: 181.5 });
  await guild.vehicle("John Doe", "ABC 123");
  const serial = await guild.firearm("John Doe");
  const officer = { name: "John Doe", officerName: "Sgt. Reyes", officerID: "204" };
  await guild.post("leo/arrest", { ...officer, charges: "Evading arrest", time: 5400 });
  await guild.post("leo/cite", { ...officer, charges: "Speeding", amount: 1250 });
  await guild.post("leo/fine", { ...officer, charges: "Littering", amount: 90 });
  await guild.post("medical/admit", {
    name: "John Doe",
    time: "900",
    injures: "Broken arm",
    unitName: "Medic 4",
    unitID: "3",
  });
  await guild.patch("civilian/bolo", { name: "John Doe", bolo: true, reason: "Armed robbery" });
  await visit(signedInPage, guild, "/civilians/john%20doe");

  await expect(heading(signedInPage, "John Doe")).toBeVisible();
  const card = signedInPage.getByRole("region", { name: "ID card" });
  for (const text of ["JD", "2001-07-04", "181.5 cm", "80 kg", "Lighthouse keeper", "player.one"]) {
    await expect(card).toContainText(text);
  }
  await expect(signedInPage.locator(".page-head")).toContainText("BOLO");
  await expect(signedInPage.getByText("Armed robbery").first()).toBeVisible();
  const record = signedInPage.getByRole("region", { name: "Record" });
  await expect(record.getByRole("row").filter({ hasText: "Arrest 1" })).toContainText("1 h 30 min");
  await expect(record.getByRole("row").filter({ hasText: "Citation 1" })).toContainText("1,250");
  await record.getByRole("button", { name: "Fines 1" }).click();
  await expect(record.getByRole("row")).toHaveCount(2);
  await expect(record).toContainText("Littering");
  await expect(signedInPage.getByRole("region", { name: "Vehicles" })).toContainText("ABC 123");
  await expect(signedInPage.getByRole("region", { name: "Firearms" })).toContainText(serial);
  await expect(signedInPage.getByRole("region", { name: "Medical" })).toContainText("Broken arm");
  await expect(signedInPage.getByRole("region", { name: "Medical" })).toContainText("15 min");
  const history = signedInPage.getByRole("region", { name: "History" });
  await expect(history.getByRole("listitem")).toHaveCount(8);
  await expect(history.getByRole("listitem").first()).toContainText("BOLO raised");
});

test("an unknown civilian is said to be unknown", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/civilians/Nobody");
  await expect(signedInPage.getByRole("alert")).toContainText("No civilian has this name.");
});

test("a civilian is created", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/civilians");
  await signedInPage.getByRole("link", { name: "New civilian" }).click();
  const form = signedInPage.getByRole("form", { name: "New civilian" });
  const typed = {
    Name: "  Jane Roe ",
    "Date of birth": "1995-03-02",
    Age: "31.5",
    Hair: "Red",
    Height: "170",
    Weight: "62",
    Occupation: "Baker",
    Address: "1 High Street\nFlat 2",
    Player: "nightowl",
    "Player ID": "80351110224678912",
  };
  await form.getByText("More details").click();
  for (const [label, value] of Object.entries(typed)) await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByLabel("Gender").selectOption("Female");
  await form.getByRole("button", { name: "Create civilian" }).click();
  await expect(toast(signedInPage)).toContainText("Created civilian: Jane Roe");
  await expect(heading(signedInPage, "Jane Roe")).toBeVisible();
  const kept = (await guild.get("civilian/info", { name: "Jane Roe" })).civilian[0];
  expect(kept).toMatchObject({
    civilianName: "Jane Roe",
    civilianAge: 31.5,
    civilianDOB: "1995-03-02",
    civilianGender: "Female",
    civilianHairColor: "Red",
    civilianHeight: 170,
    civilianWeight: 62,
    civilianOccupation: "Baker",
    civilianAddress: "1 High Street\nFlat 2",
    userName: "nightowl",
    userID: "80351110224678912",
  });
});

test("several fields are edited at once, and a rename leads to the new name", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await visit(signedInPage, guild, "/civilians/John%20Doe");
  await action(signedInPage, "Edit").click();
  const form = signedInPage.getByRole("form", { name: "Edit civilian" });
  await expect(form.getByLabel("Occupation")).toHaveValue("Mechanic");
  await form.getByLabel("Name", { exact: true }).fill("Jon Doe");
  await form.getByLabel("Hair").fill("Grey");
  await form.getByLabel("Weight").fill("91.5");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(signedInPage)).toContainText(
    "Updated civilian hair color, Updated civilian weight, Updated civilian name",
  );
  await expect(heading(signedInPage, "Jon Doe")).toBeVisible();
  const kept = (await guild.get("civilian/info", { name: "Jon Doe" })).civilian[0];
  expect(kept).toMatchObject({ civilianHairColor: "Grey", civilianWeight: 91.5, civilianAge: 25 });
});

test("after an error the refused field keeps its text, and only the remaining fields are sent again", async ({
  signedInPage,
  guild,
}) => {
  await guild.civilian("John Doe");
  await visit(signedInPage, guild, "/civilians/John%20Doe");
  await action(signedInPage, "Edit").click();
  const form = signedInPage.getByRole("form", { name: "Edit civilian" });
  await form.getByLabel("Hair").fill("Grey");
  await form.getByLabel("Weight").fill("heavy");
  await form.getByRole("button", { name: "Save" }).click();
  const weight = form.getByLabel("Weight");
  await expect(weight).toHaveAccessibleDescription(/^Weight must be a number.*\(11013\)/);
  await expect(weight).toBeFocused();
  await expect(weight).toHaveValue("heavy");
  expect((await guild.get("civilian/info", { name: "John Doe" })).civilian[0].civilianHairColor).toBe("Grey");
  await weight.fill("90");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(signedInPage)).toHaveText(/Updated civilian weight: John Doe/);
});

test("a BOLO is raised with a reason and ended", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await visit(signedInPage, guild, "/civilians/John%20Doe");
  await action(signedInPage, "BOLO").click();
  await signedInPage.getByLabel("Reason").fill("Armed robbery");
  await signedInPage.getByRole("button", { name: "Raise BOLO" }).click();
  await expect(toast(signedInPage)).toContainText("Activated BOLO: John Doe");
  await expect(signedInPage.locator(".bolo-band")).toContainText("Armed robbery");
  await action(signedInPage, "End BOLO").click();
  await expect(signedInPage.getByRole("dialog")).toContainText("Armed robbery");
  await signedInPage.getByRole("dialog").getByRole("button", { name: "End BOLO" }).click();
  await expect(signedInPage.locator(".bolo-band")).toBeHidden();
  expect((await guild.get("civilian/info", { name: "John Doe" })).civilian[0].bolo).toBe(false);
});

test("marking as deceased needs two steps, and then only deletion is offered", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await visit(signedInPage, guild, "/civilians/John%20Doe");
  await action(signedInPage, "Deceased").click();
  const dialog = signedInPage.getByRole("dialog", { name: "Mark John Doe as deceased" });
  await expect(dialog).toContainText("Only a key with the scope admin can undo this");
  await dialog.getByRole("button", { name: "Continue" }).click();
  const sure = dialog.getByRole("button", { name: "Mark as deceased" });
  await expect(sure).toBeDisabled();
  await dialog.getByLabel("Type John Doe to confirm").fill("Jane");
  await expect(sure).toBeDisabled();
  expect((await guild.get("civilian/info", { name: "John Doe" })).civilian[0].deceased).toBe(false);
  await dialog.getByLabel("Type John Doe to confirm").fill("john doe");
  await sure.click();
  await expect(toast(signedInPage)).toContainText("Marked civilian as deceased: John Doe");
  await expect(signedInPage.locator(".page-head")).toContainText("Deceased");
  for (const name of ["Arrest", "Cite", "Fine", "Admit", "BOLO", "Edit", "Deceased"]) {
    await expect(action(signedInPage, name)).toBeHidden();
  }
  await expect(action(signedInPage, "Delete")).toBeVisible();
});

test("marking as deceased can be cancelled at both steps", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await visit(signedInPage, guild, "/civilians/John%20Doe");
  await action(signedInPage, "Deceased").click();
  await signedInPage.getByRole("button", { name: "Cancel" }).click();
  await action(signedInPage, "Deceased").click();
  await signedInPage.getByRole("button", { name: "Continue" }).click();
  await signedInPage.getByRole("button", { name: "Cancel" }).click();
  await expect(signedInPage.getByRole("dialog")).toBeHidden();
  expect((await guild.get("civilian/info", { name: "John Doe" })).civilian[0].deceased).toBe(false);
});

test("a civilian is deleted after confirmation, and the list is shown", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await visit(signedInPage, guild, "/civilians/John%20Doe");
  await action(signedInPage, "Delete").click();
  await expect(signedInPage.getByRole("dialog")).toContainText("This also deletes all vehicles, firearms and entries");
  await signedInPage.getByRole("button", { name: "Delete civilian" }).click();
  await expect(toast(signedInPage)).toContainText("Deleted civilian: John Doe");
  await expect(heading(signedInPage, "Civilians")).toBeVisible();
  expect(await guild.status("civilian/info", { name: "John Doe" })).toBe(404);
});
