import { expect, test, visit } from "./fixtures";
import type { Page } from "@playwright/test";

const toast = (page: Page) => page.getByRole("status").last();
const action = (page: Page, name: string) => page.locator(".page-head").getByRole("button", { name, exact: true });

async function fill(form: ReturnType<Page["getByRole"]>, typed: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(typed)) await form.getByLabel(label, { exact: true }).fill(value);
}

test.beforeEach(async ({ guild }) => {
  await guild.civilian("John Doe");
});

for (const [title, number, kept, sentence] of [
  [
    "Arrest",
    "Time",
    { arrests: [{ charges: "Street racing", time: 600, officerName: "Sgt. Reyes", officerID: "204" }] },
    "Created arrest",
  ],
  [
    "Cite",
    "Amount",
    { citations: [{ charges: "Street racing", amount: 600, officerName: "Sgt. Reyes", officerID: "204" }] },
    "Created citation",
  ],
  [
    "Fine",
    "Amount",
    { fines: [{ charges: "Street racing", amount: 600, officerName: "Sgt. Reyes", officerID: "204" }] },
    "Created fine",
  ],
] as const) {
  test(`${title} is one click and one form away from a profile`, async ({ signedInPage, guild }) => {
    await visit(signedInPage, guild, "/civilians/John%20Doe");
    await action(signedInPage, title).click();
    const form = signedInPage.getByRole("form", { name: title });
    await expect(form.getByLabel("Charges")).toBeFocused();
    await fill(form, { Charges: "Street racing", [number]: "600", Officer: "Sgt. Reyes", "Officer ID": "204" });
    await form.getByRole("button", { name: title }).click();
    await expect(toast(signedInPage)).toContainText(`${sentence}: John Doe`);
    await expect(signedInPage.getByRole("dialog")).toBeHidden();
    await expect(signedInPage.getByRole("region", { name: "Record" })).toContainText("Street racing");
    expect(await guild.get("civilian/info", { name: "John Doe" })).toMatchObject(kept);
  });
}

test("an admission is one click and one form away from a profile", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/civilians/John%20Doe");
  await action(signedInPage, "Admit").click();
  const form = signedInPage.getByRole("form", { name: "Admit" });
  await fill(form, { Injuries: "Bee stings, many", Time: "900", "Medical unit": "Medic 4", "Unit ID": "310" });
  await form.getByRole("button", { name: "Admit" }).click();
  await expect(toast(signedInPage)).toContainText("Created admission: John Doe");
  await expect(signedInPage.getByRole("region", { name: "Medical" })).toContainText("Bee stings, many");
  expect((await guild.get("medical/records", { name: "John Doe" })).admissions[0]).toMatchObject({
    time: "900",
    unitsName: "Medic 4",
    unitsID: "310",
  });
});

test("times are typed as durations and repeated in words", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/law/arrest?name=John%20Doe");
  const arrest = signedInPage.getByRole("form", { name: "Arrest" });
  const time = arrest.getByLabel("Time", { exact: true });
  for (const [typed, says] of [
    ["10m", "10 minutes"],
    ["1h 30m", "1 hour 30 minutes"],
    ["1h30", "1 hour 30 minutes"],
    ["2d", "2 days"],
    ["90s", "1 minute 30 seconds"],
    ["5400", "1 hour 30 minutes"],
    ["1.5 hours, 1 minute", "1 hour 31 minutes"],
  ] as const) {
    await time.fill(typed);
    await expect(time, typed).toHaveAccessibleDescription(new RegExp(`^${says}, until `));
  }
  for (const typed of ["a while", "10x", "5m of rest", "-5"]) {
    await time.fill(typed);
    await expect(time, typed).toHaveAccessibleDescription(/^Not a time\. Write it like 10m/);
    await expect(time).toHaveAttribute("aria-invalid", "true");
  }
  await fill(arrest, { Charges: "Street racing", Officer: "Sgt. Reyes", "Officer ID": "204" });
  await arrest.getByRole("button", { name: "Arrest" }).click();
  await expect(time).toHaveAccessibleDescription(/Time must be above 0/);
  await arrest.getByRole("button", { name: "30m" }).click();
  await expect(time).toHaveValue("30m");
  await arrest.getByRole("button", { name: "Arrest" }).click();
  await expect(toast(signedInPage)).toContainText("Created arrest: John Doe");
  expect((await guild.get("leo/records", { name: "John Doe" })).arrests[0].time).toBe(1800);

  await visit(signedInPage, guild, "/medical?name=John%20Doe");
  const admit = signedInPage.getByRole("form", { name: "Admit" });
  await fill(admit, { Injuries: "Bee stings", Time: "15m", "Medical unit": "Medic 4", "Unit ID": "310" });
  await admit.getByRole("button", { name: "Admit" }).click();
  await expect(toast(signedInPage)).toContainText("Created admission: John Doe");
  expect((await guild.get("medical/records", { name: "John Doe" })).admissions[0].time).toBe("900");
});

test("the officer of the last entry is filled in, also after a reload", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/law/cite?name=John%20Doe");
  const form = signedInPage.getByRole("form", { name: "Cite" });
  await fill(form, { Charges: "Speeding", Amount: "90", Officer: "Sgt. Reyes", "Officer ID": "204" });
  await form.getByRole("button", { name: "Cite" }).click();
  await expect(toast(signedInPage)).toContainText("Created citation: John Doe");
  await signedInPage.reload();
  await visit(signedInPage, guild, "/law/arrest");
  await expect(signedInPage.getByLabel("Officer", { exact: true })).toHaveValue("Sgt. Reyes");
  await expect(signedInPage.getByLabel("Officer ID")).toHaveValue("204");
});

test("changing the kind of entry keeps the input", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/law/arrest");
  await signedInPage.getByLabel("Civilian").fill("John Doe");
  await signedInPage.getByLabel("Charges").fill("Street racing");
  await signedInPage.getByRole("navigation", { name: "Kinds of entries" }).getByRole("link", { name: "Fine" }).click();
  await expect(signedInPage.getByRole("form", { name: "Fine" })).toBeVisible();
  await expect(signedInPage.getByLabel("Civilian")).toHaveValue("John Doe");
  await expect(signedInPage.getByLabel("Charges")).toHaveValue("Street racing");
  await expect(signedInPage.getByLabel("Amount")).toBeVisible();
});

test("the page shows the record of the civilian in the form, and the latest entries of the guild", async ({
  signedInPage,
  guild,
}) => {
  await guild.civilian("Jane Roe");
  const officer = { officerName: "Reyes", officerID: "2", time: 60 };
  await guild.post("leo/arrest", { ...officer, name: "John Doe", charges: "Street racing" });
  await guild.post("leo/arrest", { ...officer, name: "Jane Roe", charges: "Jaywalking" });
  await visit(signedInPage, guild, "/law/arrest");
  await expect(signedInPage.getByRole("region", { name: "Latest arrests" }).getByRole("listitem")).toHaveCount(2);
  await signedInPage.getByLabel("Civilian").fill("john doe");
  const record = signedInPage.getByRole("region", { name: "Record" });
  await expect(record).toContainText("Street racing");
  await expect(record).not.toContainText("Jaywalking");
});

test("the medical page admits, and shows the civilian's and the guild's admissions", async ({
  signedInPage,
  guild,
}) => {
  await visit(signedInPage, guild, "/medical");
  const form = signedInPage.getByRole("form", { name: "Admit" });
  await form.getByLabel("Civilian").fill("John Doe");
  await fill(form, { Injuries: "Concussion", Time: "1680", "Medical unit": "Air Medic 7", "Unit ID": "7" });
  await expect(signedInPage.getByRole("region", { name: "Admissions", exact: true })).toContainText("No admissions.");
  await form.getByRole("button", { name: "Admit" }).click();
  await expect(toast(signedInPage)).toContainText("Created admission: John Doe");
  await expect(signedInPage.getByRole("region", { name: "Latest admissions" })).toContainText("Concussion");
  await expect(form.getByLabel("Injuries")).toHaveValue("");
  await expect(form.getByLabel("Medical unit")).toHaveValue("Air Medic 7");
});

test("an unknown civilian shows an error at the name", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/law/cite?name=Nobody");
  const form = signedInPage.getByRole("form", { name: "Cite" });
  await fill(form, { Charges: "Speeding", Amount: "90", Officer: "Sgt. Reyes", "Officer ID": "204" });
  await form.getByRole("button", { name: "Cite" }).click();
  await expect(form.getByLabel("Civilian")).toHaveAccessibleDescription(/^No civilian has this name\..*\(10023\)/);
});
