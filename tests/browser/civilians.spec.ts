import { expect, test, visit } from "./fixtures";
import type { Page } from "@playwright/test";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1, exact: true });
const toast = (page: Page) => page.getByRole("status").last();
const action = (page: Page, name: string) => page.locator(".page-head").getByRole("button", { name, exact: true });

test("a list has pages, and the URL keeps the page after reload and back", async ({ desk, guild }) => {
  const names = Array.from({ length: 60 }, (_, index) => `Person ${String(index + 1).padStart(2, "0")}`);
  for (const name of names) await guild.civilian(name);
  await visit(desk, guild, "/civilians");
  const rows = desk.getByRole("table", { name: "Civilians" }).getByRole("row");
  await expect(desk.getByText("60 civilians")).toBeVisible();
  await expect(rows).toHaveCount(26);
  await expect(desk.getByText("1–25 of 60")).toBeVisible();
  await desk.getByRole("link", { name: "Next" }).click();
  await expect(desk.getByText("26–50 of 60")).toBeVisible();
  await desk.getByRole("link", { name: "Next" }).click();
  await expect(desk.getByRole("link", { name: "Person 60" })).toBeVisible();
  await expect(desk.getByText("51–60 of 60")).toBeVisible();
  await desk.reload();
  await expect(desk.getByRole("link", { name: "Person 60" })).toBeVisible();
  await desk.getByRole("link", { name: "Previous" }).click();
  await expect(desk.getByRole("link", { name: "Person 26" })).toBeVisible();
  await desk.goBack();
  await expect(desk.getByRole("link", { name: "Person 60" })).toBeVisible();
});

test("filters narrow the list, are in the URL, and return to the first page", async ({ desk, guild }) => {
  for (const name of ["Ann Smith", "Anna Jones", "Bob Stone"]) await guild.civilian(name);
  await guild.patch("civilian/bolo", { name: "Anna Jones", bolo: true, reason: "Theft" });
  await visit(desk, guild, "/civilians");
  await desk.getByLabel("Name starts with").fill("ann");
  await expect(desk.getByText("2 civilians")).toBeVisible();
  await desk.getByLabel("BOLO").selectOption("Yes");
  await expect(desk.getByText("1 civilian")).toBeVisible();
  await expect(desk).toHaveURL(/name=ann&bolo=true/);
  await desk.reload();
  await expect(desk.getByRole("link", { name: "Anna Jones" })).toBeVisible();
  await expect(desk.getByLabel("Name starts with")).toHaveValue("ann");
  await desk.getByLabel("Name starts with").fill("zzz");
  await expect(desk.getByText("No civilians found.")).toBeVisible();
});

test("the profile shows the ID card, the states and all entries", async ({ desk, guild }) => {
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
  await visit(desk, guild, "/civilians/john%20doe");

  await expect(heading(desk, "John Doe")).toBeVisible();
  const card = desk.getByRole("region", { name: "ID card" });
  for (const text of ["JD", "2001-07-04", "181.5 cm", "80 kg", "Lighthouse keeper", "player.one"]) {
    await expect(card).toContainText(text);
  }
  await expect(desk.locator(".page-head")).toContainText("BOLO");
  await expect(desk.getByText("Armed robbery").first()).toBeVisible();
  const record = desk.getByRole("region", { name: "Record" });
  await expect(record.getByRole("row").filter({ hasText: "Arrest 1" })).toContainText("1 h 30 min");
  await expect(record.getByRole("row").filter({ hasText: "Citation 1" })).toContainText("1,250");
  await record.getByRole("button", { name: "Fines 1" }).click();
  await expect(record.getByRole("row")).toHaveCount(2);
  await expect(record).toContainText("Littering");
  await expect(desk.getByRole("region", { name: "Vehicles" })).toContainText("ABC 123");
  await expect(desk.getByRole("region", { name: "Firearms" })).toContainText(serial);
  await expect(desk.getByRole("region", { name: "Medical" })).toContainText("Broken arm");
  await expect(desk.getByRole("region", { name: "Medical" })).toContainText("15 min");
  const history = desk.getByRole("region", { name: "History" });
  await expect(history.getByRole("listitem")).toHaveCount(8);
  await expect(history.getByRole("listitem").first()).toContainText("BOLO raised");
});

test("an unknown civilian shows the server's error message", async ({ desk, guild }) => {
  await visit(desk, guild, "/civilians/Nobody");
  await expect(desk.getByRole("alert")).toContainText("Character not found (10023)");
});

test("a civilian is created", async ({ desk, guild }) => {
  await visit(desk, guild, "/civilians");
  await desk.getByRole("link", { name: "New civilian" }).click();
  const form = desk.getByRole("form", { name: "New civilian" });
  const typed = {
    Name: "  Jane Roe ",
    Age: "31.5",
    "Date of birth": "1995-03-02",
    Hair: "Red",
    Height: "170",
    Weight: "62",
    Occupation: "Baker",
    Address: "1 High Street\nFlat 2",
    Player: "nightowl",
    "Player ID": "80351110224678912",
  };
  for (const [label, value] of Object.entries(typed)) await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByLabel("Gender").selectOption("Female");
  await form.getByRole("button", { name: "Create civilian" }).click();
  await expect(toast(desk)).toContainText("Created civilian: Jane Roe");
  await expect(heading(desk, "Jane Roe")).toBeVisible();
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

test("several fields are edited at once, and a rename leads to the new name", async ({ desk, guild }) => {
  await guild.civilian("John Doe");
  await visit(desk, guild, "/civilians/John%20Doe");
  await action(desk, "Edit").click();
  const form = desk.getByRole("form", { name: "Edit civilian" });
  await expect(form.getByLabel("Occupation")).toHaveValue("Mechanic");
  await form.getByLabel("Name", { exact: true }).fill("Jon Doe");
  await form.getByLabel("Hair").fill("Grey");
  await form.getByLabel("Weight").fill("91.5");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(desk)).toContainText(
    "Updated civilian hair color, Updated civilian weight, Updated civilian name",
  );
  await expect(heading(desk, "Jon Doe")).toBeVisible();
  const kept = (await guild.get("civilian/info", { name: "Jon Doe" })).civilian[0];
  expect(kept).toMatchObject({ civilianHairColor: "Grey", civilianWeight: 91.5, civilianAge: 25 });
});

test("after an error the refused field keeps its text, and only the remaining fields are sent again", async ({
  desk,
  guild,
}) => {
  await guild.civilian("John Doe");
  await visit(desk, guild, "/civilians/John%20Doe");
  await action(desk, "Edit").click();
  const form = desk.getByRole("form", { name: "Edit civilian" });
  await form.getByLabel("Hair").fill("Grey");
  await form.getByLabel("Weight").fill("heavy");
  await form.getByRole("button", { name: "Save" }).click();
  const weight = form.getByLabel("Weight");
  await expect(weight).toHaveAccessibleDescription(/Invalid value provided \(11013\)/);
  await expect(weight).toBeFocused();
  await expect(weight).toHaveValue("heavy");
  expect((await guild.get("civilian/info", { name: "John Doe" })).civilian[0].civilianHairColor).toBe("Grey");
  await weight.fill("90");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(desk)).toHaveText(/Updated civilian weight: John Doe/);
});

test("a BOLO is raised with a reason and ended", async ({ desk, guild }) => {
  await guild.civilian("John Doe");
  await visit(desk, guild, "/civilians/John%20Doe");
  await action(desk, "BOLO").click();
  await desk.getByLabel("Reason").fill("Armed robbery");
  await desk.getByRole("button", { name: "Raise BOLO" }).click();
  await expect(toast(desk)).toContainText("Activated BOLO: John Doe");
  await expect(desk.locator(".bolo-band")).toContainText("Armed robbery");
  await action(desk, "End BOLO").click();
  await expect(desk.getByRole("dialog")).toContainText("Armed robbery");
  await desk.getByRole("dialog").getByRole("button", { name: "End BOLO" }).click();
  await expect(desk.locator(".bolo-band")).toBeHidden();
  expect((await guild.get("civilian/info", { name: "John Doe" })).civilian[0].bolo).toBe(false);
});

test("marking as deceased needs two steps, and then only deletion is offered", async ({ desk, guild }) => {
  await guild.civilian("John Doe");
  await visit(desk, guild, "/civilians/John%20Doe");
  await action(desk, "Deceased").click();
  const dialog = desk.getByRole("dialog", { name: "Mark John Doe as deceased" });
  await expect(dialog).toContainText("cannot be undone");
  await dialog.getByRole("button", { name: "Continue" }).click();
  const sure = dialog.getByRole("button", { name: "Mark as deceased" });
  await expect(sure).toBeDisabled();
  await dialog.getByLabel("Type John Doe to confirm").fill("Jane");
  await expect(sure).toBeDisabled();
  expect((await guild.get("civilian/info", { name: "John Doe" })).civilian[0].deceased).toBe(false);
  await dialog.getByLabel("Type John Doe to confirm").fill("john doe");
  await sure.click();
  await expect(toast(desk)).toContainText("Marked civilian as deceased: John Doe");
  await expect(desk.locator(".page-head")).toContainText("Deceased");
  for (const name of ["Arrest", "Cite", "Fine", "Admit", "BOLO", "Edit", "Deceased"]) {
    await expect(action(desk, name)).toBeHidden();
  }
  await expect(action(desk, "Delete")).toBeVisible();
});

test("marking as deceased can be cancelled at both steps", async ({ desk, guild }) => {
  await guild.civilian("John Doe");
  await visit(desk, guild, "/civilians/John%20Doe");
  await action(desk, "Deceased").click();
  await desk.getByRole("button", { name: "Cancel" }).click();
  await action(desk, "Deceased").click();
  await desk.getByRole("button", { name: "Continue" }).click();
  await desk.getByRole("button", { name: "Cancel" }).click();
  await expect(desk.getByRole("dialog")).toBeHidden();
  expect((await guild.get("civilian/info", { name: "John Doe" })).civilian[0].deceased).toBe(false);
});

test("a civilian is deleted after confirmation, and the list is shown", async ({ desk, guild }) => {
  await guild.civilian("John Doe");
  await visit(desk, guild, "/civilians/John%20Doe");
  await action(desk, "Delete").click();
  await expect(desk.getByRole("dialog")).toContainText("This also deletes all vehicles, firearms and entries");
  await desk.getByRole("button", { name: "Delete civilian" }).click();
  await expect(toast(desk)).toContainText("Deleted civilian: John Doe");
  await expect(heading(desk, "Civilians")).toBeVisible();
  expect(await guild.status("civilian/info", { name: "John Doe" })).toBe(404);
});
