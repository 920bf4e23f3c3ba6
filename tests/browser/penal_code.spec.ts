// The penal code: the list, how owners edit it, and how it fills in forms.
import type { Page } from "@playwright/test";
import { expect, found, signIn, test, visit } from "./fixtures";

const toast = (page: Page) => page.getByRole("status").last();
const rows = (page: Page) => page.getByRole("table", { name: "Penal code" }).locator("tbody").getByRole("row");
const code = [
  { code: "TR-04", title: "Speeding, 30 over the limit", fine: 350, time: 0 },
  { code: "TR-07", title: "Street racing", fine: 1500, time: 600 },
  { code: "PR-01", title: "Petty theft", fine: 300, time: 5100 },
];

test("an owner adds, edits and removes offences in the settings", async ({ adminPage: page, admin }) => {
  const entries = async () => (await admin.get("penal-code")).entries;
  await visit(page, admin, "/settings");
  await expect(page.getByText("No offences yet.")).toBeVisible();
  await page.getByRole("button", { name: "New offence" }).click();
  const form = page.getByRole("form", { name: "New offence" });
  const fill = async (typed: Record<string, string>) => {
    for (const [label, text] of Object.entries(typed)) await form.getByLabel(label).fill(text);
  };
  await fill({ Code: "TR-07", Title: "Street racing", Fine: "a lot", Time: "10m" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByLabel("Fine")).toHaveAccessibleDescription(/Fine must be valid: .* fine must be a number/);
  await fill({ Fine: "1500" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(page)).toContainText("Updated penal code: TR-07");
  await expect(rows(page)).toHaveCount(1);
  expect(await entries()).toEqual([code[1]]);

  // Somebody else adds one; it is not overwritten.
  await page.getByRole("button", { name: "Edit TR-07" }).click();
  await admin.setPenalCode(code.slice(0, 2));
  await page.getByRole("dialog").getByLabel("Title").fill("Racing on a public street");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(rows(page)).toContainText(["Speeding", "Racing on a public street"]);
  expect(await entries()).toEqual([code[0], { ...code[1], title: "Racing on a public street" }]);
  await page.getByRole("button", { name: "Remove TR-04" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(rows(page)).toHaveCount(1);
  await visit(page, admin, "/activity");
  const change = page.getByRole("region", { name: "Changes" }).getByRole("listitem").first();
  await expect(change).toContainText("Penal code changed");
  await expect(change).toContainText("2 → 1 offence");
  await change.getByRole("button").first().click();
  await expect(change.getByRole("table")).toContainText("TR-04 Speeding, 30 over the limit · 350");
});

test("lines of a spreadsheet or of a CSV file are imported", async ({ adminPage: page, admin }) => {
  await admin.setPenalCode(code.slice(0, 2));
  await visit(page, admin, "/penal-code");
  await page.getByRole("button", { name: "Import or edit as text" }).click();
  const text = page.getByLabel("One offence per line");
  await expect(text).toHaveValue("TR-04; Speeding, 30 over the limit; 350; 0\nTR-07; Street racing; 1500; 10m");
  await text.fill("TR-04\tSpeeding\t350\na code alone");
  await expect(text).toHaveAccessibleDescription("Line 2 needs a code and a title.");
  await expect(page.getByRole("button", { name: "Save all" })).toBeDisabled();
  await text.fill("TR-04\tSpeeding\t350");
  const file = 'Code,Title,Fine,Time\nPR-01,"Theft, petty",$300,1h 25m\nTR-04,"Speeding, again",400,\n';
  await page.getByLabel("Add a CSV file").setInputFiles({
    name: "penal-code.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(file),
  });
  await expect(text).toHaveAccessibleDescription(/“Fine” is no amount/);
  await text.fill(file);
  await expect(text).toHaveAccessibleDescription(/^2 offences/);
  await page.getByRole("button", { name: "Save all" }).click();
  await expect(toast(page)).toContainText("Updated penal code: 2 offences");
  expect((await admin.get("penal-code")).entries).toEqual([
    { code: "PR-01", title: "Theft, petty", fine: 300, time: 5100 },
    { code: "TR-04", title: "Speeding, again", fine: 400, time: 0 },
  ]);
});

test("an officer finds an offence, and picks several in an arrest", async ({ context, page, guild, admin }) => {
  const officer = guild.withScopes("read,leo");
  await signIn(context, officer);
  await admin.setPenalCode(code);
  await guild.civilian("John Doe");
  await visit(page, officer, "/law/arrest?name=John%20Doe");
  await page.getByRole("link", { name: "Penal code" }).click();
  await page.getByLabel("Search code or title").fill("theft");
  await expect(rows(page)).toHaveText(["PR-01Petty theft3001 h 25 min"]);
  await expect(page.getByRole("button", { name: /Edit|New|Remove/ })).toHaveCount(0);

  await visit(page, officer, "/law/arrest?name=John%20Doe");
  const form = page.getByRole("form", { name: "Arrest" });
  const picker = form.getByRole("combobox", { name: "Penal code" });
  await picker.fill("racing");
  await expect(found(page, /Street racing/)).toContainText("fine 1,500, 10 minutes");
  await picker.press("Enter");
  await picker.fill("pr-01");
  await found(page, /Petty theft/).click();
  await expect(form.getByLabel("Charges")).toHaveValue("TR-07 Street racing\nPR-01 Petty theft");
  await expect(form.getByLabel("Time", { exact: true })).toHaveValue("1h 35m");
  await expect(form.getByText("Usual penalty: fine 1,800, 1 hour 35 minutes")).toBeVisible();
  await form.getByRole("button", { name: "Remove TR-07 Street racing" }).click();
  await expect(form.getByLabel("Charges")).toHaveValue("PR-01 Petty theft");
  await expect(form.getByLabel("Time", { exact: true })).toHaveValue("1h 25m");

  // For a fine, the same offences give the amount. All of it can be edited.
  await page.getByRole("navigation", { name: "Kinds of entries" }).getByRole("link", { name: "Fine" }).click();
  const fine = page.getByRole("form", { name: "Fine" });
  await expect(fine.getByLabel("Amount")).toHaveValue("300");
  await fine.getByLabel("Amount").fill("200");
  await fine.getByLabel("Charges").fill("PR-01 Petty theft, first time");
  await fine.getByLabel("Officer", { exact: true }).fill("Lt. Waffle");
  await fine.getByLabel("Officer ID").fill("7");
  await fine.getByRole("button", { name: "Fine", exact: true }).click();
  await expect(toast(page)).toContainText("Created fine: John Doe");
  expect((await guild.get("leo/records", { name: "John Doe" })).fines[0]).toMatchObject({
    charges: "PR-01 Petty theft, first time",
    amount: 200,
  });
  await expect(fine.getByLabel("Charges")).toHaveValue("");
});
