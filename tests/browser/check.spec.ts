// The check: a plate or a name, and whether to stop it.
import type { Page } from "@playwright/test";
import { expect, found, loaded, signIn, test, visit } from "./fixtures";
import { stored } from "./session";

const field = (page: Page) => page.getByRole("main").getByRole("combobox", { name: "Plate or name" });
const ask = (page: Page) => page.getByRole("main").getByRole("button", { name: "Check", exact: true });
const verdict = (page: Page) => page.getByRole("region", { name: "Verdict" });
const reasons = (page: Page) => page.getByRole("list", { name: "Reasons" }).getByRole("listitem");
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const recent = (page: Page) => section(page, "Recent checks").getByRole("listitem");
const palette = (page: Page) => page.getByRole("dialog", { name: "Check a plate or a name" });
const typed = (page: Page) => palette(page).getByRole("combobox", { name: "Plate or name" });

const arrest = { officerName: "Sgt. Reyes", officerID: "204", charges: "Evading arrest" };

test("a plate shows the verdict, the reasons, the owner and the vehicle", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await guild.vehicle("John Doe", "48 ABC 123", { insurance: "Expired" });
  await guild.raiseBolo("John Doe", "Armed robbery");
  await guild.post("leo/arrest", { name: "John Doe", time: 3600, ...arrest });
  await guild.patch("leo/impound", { plate: "48 ABC 123", impound: true, fee: 70 });
  await visit(signedInPage, guild, "/");
  await signedInPage.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Check" }).click();
  await expect(field(signedInPage)).toBeFocused();
  await signedInPage.keyboard.type("48abc123");
  await signedInPage.keyboard.press("Enter");
  await expect(verdict(signedInPage)).toContainText("Stop");
  await expect(verdict(signedInPage)).toContainText("48 ABC 123");
  await expect(reasons(signedInPage)).toHaveText([
    "The owner is wanted: Armed robbery",
    "The owner is in custody",
    "The vehicle is impounded",
    "The insurance has expired",
  ]);
  await expect(signedInPage.getByText("Stop. 48 ABC 123. the owner is wanted: Armed robbery.")).toHaveRole("status");
  const owner = section(signedInPage, "Owner");
  await expect(owner).toContainText("BOLO Armed robbery");
  await expect(owner).toContainText(/In custody until .+: Evading arrest, by Sgt. Reyes/);
  await expect(owner).toContainText("2001-07-04 (25)");
  await expect(section(signedInPage, "Vehicle")).toContainText("Impounded, fee 70");

  // The location says what was checked: it can be reloaded, shared and left.
  await expect(signedInPage).toHaveURL(/#\/check\?q=48abc123$/);
  await signedInPage.reload();
  await expect(verdict(signedInPage)).toContainText("Stop");
  await expect(field(signedInPage)).toHaveValue("48abc123");
  await owner.getByRole("link", { name: "Check" }).click();
  await expect(signedInPage).toHaveURL(/#\/check\?q=John\+Doe&as=name$/);
  await expect(reasons(signedInPage).first()).toHaveText("The civilian is wanted: Armed robbery");
  await signedInPage.goBack();
  await expect(reasons(signedInPage).first()).toHaveText("The owner is wanted: Armed robbery");
  await section(signedInPage, "Owner").getByRole("link", { name: "Profile" }).click();
  await expect(signedInPage.getByRole("heading", { name: "John Doe", level: 1 })).toBeVisible();
});

test("a name shows what the person owns and the counts of his record", async ({ signedInPage, guild }) => {
  await guild.civilian("Ann Smith");
  for (let count = 1; count <= 21; ++count) await guild.vehicle("Ann Smith", `ANN ${count}`);
  const serial = await guild.firearm("Ann Smith");
  await guild.cite("Ann Smith", "Speeding");
  await guild.cite("Ann Smith", "Parking");
  await visit(signedInPage, guild, "/check");
  await field(signedInPage).fill("ann  SMITH");
  await ask(signedInPage).click();
  await expect(verdict(signedInPage)).toContainText("Clear");
  await expect(verdict(signedInPage)).toContainText("Nothing on file against this person.");
  await expect(section(signedInPage, "Record")).toContainText("Citations2");
  await expect(section(signedInPage, "Record")).toContainText("Arrests0");
  await expect(section(signedInPage, "Firearms")).toContainText(serial);
  await expect(section(signedInPage, "Vehicles").getByRole("link", { name: /^ANN / })).toHaveCount(20);
  await section(signedInPage, "Vehicles").getByRole("link", { name: "All 21" }).click();
  await expect(signedInPage.getByText("21 vehicles")).toBeVisible();
});

test("nobody needs to say whether it is a plate or a name, but can", async ({ signedInPage, guild }) => {
  await guild.civilian("R2 Unit");
  await guild.vehicle("R2 Unit", "hot rod");
  await guild.civilian("Hot Rod");
  await visit(signedInPage, guild, "/check?q=hot+rod");
  // It looks like a name, and there is one.
  await expect(section(signedInPage, "Person")).toContainText("Hot Rod");
  await signedInPage.getByRole("link", { name: "Plate", exact: true }).click();
  await expect(section(signedInPage, "Owner")).toContainText("R2 Unit");
  await expect(signedInPage).toHaveURL(/as=plate$/);
  // It looks like a plate, but only a civilian has it.
  await visit(signedInPage, guild, "/check?q=r2+unit");
  await expect(section(signedInPage, "Person")).toContainText("R2 Unit");
  // It looks like a name, but only a vehicle has it.
  await guild.vehicle("R2 Unit", "fennel");
  await visit(signedInPage, guild, "/check?q=fennel");
  await expect(section(signedInPage, "Vehicle")).toContainText("fennel");
});

test("what is not on file is a caution, with near matches", async ({ signedInPage, guild }) => {
  await guild.civilian("Fennel Cobblepot");
  await guild.vehicle("Fennel Cobblepot", "48 ABC 123");
  await visit(signedInPage, guild, "/check");
  await field(signedInPage).fill("48 ABD 123");
  await ask(signedInPage).click();
  await expect(verdict(signedInPage)).toContainText("Caution");
  await expect(reasons(signedInPage)).toHaveText(["The plate is not on file", "No name like this either"]);
  const near = section(signedInPage, "Did you mean …");
  await near.getByRole("link", { name: "48 ABC 123" }).click();
  await expect(verdict(signedInPage)).toContainText("Clear");
  await expect(signedInPage).toHaveURL(/q=48\+ABC\+123&as=plate$/);

  await visit(signedInPage, guild, "/check?q=Fenel+Coblepot");
  await near.getByRole("link", { name: "Fennel Cobblepot" }).click();
  await expect(section(signedInPage, "Person")).toContainText("Fennel Cobblepot");
  await visit(signedInPage, guild, "/check?q=xyzzy");
  await expect(section(signedInPage, "Nothing similar is on file")).toBeVisible();
  // As soon as it is registered, the card shows it.
  await guild.civilian("Xyzzy");
  await expect(verdict(signedInPage)).toContainText("Clear");
});

test("players and incomplete words are found, here and in the search", async ({ signedInPage, guild }) => {
  await guild.civilian("Fennel Cobblepot", { userName: "nightowl" });
  await guild.civilian("Ann Smith");
  await visit(signedInPage, guild, "/check");
  for (const input of [field(signedInPage), signedInPage.getByRole("combobox", { name: "Search" })]) {
    await input.fill("fenel cob");
    await expect(found(signedInPage)).toHaveText(/Fennel Cobblepot/);
    await input.fill("nighto");
    await expect(found(signedInPage)).toHaveText(/^Fennel Cobblepot\s*Player nightowl$/);
    await input.fill("");
  }
  await field(signedInPage).fill("nighto");
  await found(signedInPage, "nightowl").click();
  await expect(section(signedInPage, "Person")).toContainText("nightowl");
  await expect(field(signedInPage)).toHaveValue("Fennel Cobblepot");
  await visit(signedInPage, guild, "/law/cite");
  await signedInPage.getByLabel("Civilian").pressSequentially("nighto");
  await expect(found(signedInPage)).toHaveText(/Player nightowl/);
});

test("the card changes with the records, also when BOLO and custody end", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await guild.vehicle("John Doe", "ABC 123");
  await visit(signedInPage, guild, "/check?q=ABC+123");
  await loaded(signedInPage);
  await expect(verdict(signedInPage)).toContainText("Clear");
  await guild.patch("civilian/bolo", { name: "John Doe", bolo: true, reason: "Theft", expiresIn: 3 });
  await guild.post("leo/arrest", { name: "John Doe", time: 4, ...arrest });
  await expect(reasons(signedInPage)).toHaveText(["The owner is wanted: Theft", "The owner is in custody"]);
  await expect(reasons(signedInPage)).toHaveText(["The owner is in custody"]);
  await expect(verdict(signedInPage)).toContainText("Clear");
  await guild.patch("vehicle/edit", { name: "John Doe", field: "stole", value: true });
  await expect(reasons(signedInPage)).toHaveText(["The vehicle is stolen"]);
  // The recent checks show the verdict of their time.
  await expect(recent(signedInPage)).toHaveText(/ABC 123.*Clear/);

  await visit(signedInPage, guild, "/check?q=John+Doe");
  await loaded(signedInPage);
  await guild.patch("civilian/edit", { name: "John Doe", field: "name", value: "Jack Doe" });
  await expect(section(signedInPage, "Person")).toContainText("Jack Doe");
  await expect(signedInPage).toHaveURL(/q=Jack\+Doe&as=name$/);
});

test("Ctrl K checks over any page, and Escape returns to it", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await guild.vehicle("John Doe", "ABC 123");
  await guild.raiseBolo("John Doe", "Theft");
  await visit(signedInPage, guild, "/law/cite?name=John%20Doe");
  const charges = signedInPage.getByLabel("Charges");
  await charges.fill("Speeding");
  await signedInPage.keyboard.press("Control+k");
  await expect(typed(signedInPage)).toBeFocused();
  await signedInPage.keyboard.type("abc");
  await expect(found(signedInPage)).toHaveText(/ABC 123/);
  await signedInPage.keyboard.press("ArrowDown");
  await signedInPage.keyboard.press("Enter");
  await expect(palette(signedInPage).getByRole("region", { name: "Verdict" })).toContainText("Stop");
  await expect(palette(signedInPage)).toContainText("The owner is wanted: Theft");
  // The next one is typed over it, and also this card changes with the records.
  await signedInPage.keyboard.type("John Doe");
  await signedInPage.keyboard.press("Enter");
  await expect(palette(signedInPage)).toContainText("The civilian is wanted: Theft");
  await guild.endBolo("John Doe");
  await expect(palette(signedInPage)).toContainText("Nothing on file against this person.");
  await signedInPage.keyboard.press("Escape");
  await expect(palette(signedInPage)).toBeHidden();
  await expect(charges).toBeFocused();
  await expect(charges).toHaveValue("Speeding");

  // Escape closes the dialog also while suggestions are shown.
  await signedInPage.keyboard.press("Meta+k");
  await signedInPage.keyboard.type("abc");
  await expect(found(signedInPage)).toHaveText(/ABC 123/);
  await signedInPage.keyboard.press("Escape");
  await expect(palette(signedInPage)).toBeHidden();
  await visit(signedInPage, guild, "/board");
  await signedInPage.getByRole("heading", { name: "BOLO board" }).waitFor();
  await signedInPage.keyboard.press("Control+k");
  await recent(signedInPage).getByRole("link", { name: "ABC 123" }).click();
  await palette(signedInPage).getByRole("link", { name: "Open the check" }).click();
  await expect(palette(signedInPage)).toBeHidden();
  await expect(section(signedInPage, "Owner")).toContainText("John Doe");
});

test("a button in the header shows the keys, those of a Mac on a Mac", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/");
  const button = signedInPage.getByRole("banner").getByRole("button", { name: "Check" });
  await expect(button).toHaveText("Check Ctrl K");
  await button.click();
  await expect(typed(signedInPage)).toBeFocused();
  // Outside of the dialog.
  await signedInPage.mouse.click(5, 5);
  await expect(palette(signedInPage)).toBeHidden();
  await expect(button).toBeFocused();
  await signedInPage.addInitScript(() => Object.defineProperty(navigator, "platform", { get: () => "MacIntel" }));
  await signedInPage.reload();
  await expect(button).toHaveText("Check ⌘K");
});

test("recent checks are kept for the guild, repeated and cleared", async ({ context, page, guild }) => {
  await guild.civilian("John Doe");
  await signIn(context, guild);
  await visit(page, guild, "/check?q=John+Doe");
  await expect(recent(page)).toHaveText(/John Doe\s*now\s*Clear/);
  await visit(page, guild, "/check?q=XYZ+9");
  await expect(recent(page)).toHaveText([/XYZ 9.*Caution/, /John Doe.*Clear/]);
  await guild.raiseBolo("John Doe", "Theft");
  await recent(page).getByRole("link", { name: "John Doe" }).click();
  await expect(verdict(page)).toContainText("Stop");
  await expect(recent(page)).toHaveText([/John Doe.*Stop/, /XYZ 9.*Caution/]);
  // They end with the tab, as the session does.
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("John Doe");
  await page.reload();
  await expect(recent(page)).toHaveCount(2);

  await section(page, "Recent checks").getByRole("button", { name: "Clear" }).click();
  await expect(recent(page)).toHaveCount(0);
  expect(await stored(page)).not.toContain("John Doe");

  // Those of another guild are not shown.
  await page.evaluate(() => {
    const checks = [{ mode: "name", text: "Jane Roe", verdict: "clear", at: new Date().toISOString() }];
    sessionStorage.setItem("blotter.checks", JSON.stringify({ guild: "another-guild", checks }));
  });
  await visit(page, guild, "/check");
  await page.reload();
  await expect(field(page)).toBeVisible();
  await expect(page.getByText("Jane Roe")).toHaveCount(0);
});

test("remembered sessions keep recent checks until signing out", async ({ page, guild }) => {
  await guild.civilian("John Doe");
  await visit(page, guild, "/");
  const form = page.getByRole("form", { name: "Sign in" });
  await form.getByLabel("Guild").fill(guild.id);
  await form.getByRole("textbox", { name: "Key" }).fill(guild.key);
  await form.getByRole("checkbox").check();
  await form.getByRole("button", { name: "Sign in" }).click();
  // The home page asks, too.
  await field(page).fill("john doe");
  await ask(page).click();
  await expect(recent(page)).toHaveCount(1);
  const second = await page.context().newPage();
  await visit(second, guild, "/check");
  await expect(recent(second)).toHaveText(/John Doe.*Clear/);
  await second.close();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(form).toBeVisible();
  expect(await stored(page)).not.toContain("John Doe");
});

for (const [scopes, ofVehicle, ofOwner] of [
  ["read", [], []],
  ["read,leo", ["Impound", "Mark as stolen"], ["Arrest", "Cite", "Fine", "BOLO"]],
  ["read,civilian,vehicle", ["Mark as stolen"], ["BOLO"]],
  ["read,medical", [], ["Admit"]],
] as const) {
  test(`a key for ${scopes} offers only these actions at a check`, async ({ context, page, guild }) => {
    await guild.civilian("John Doe");
    await guild.vehicle("John Doe", "ABC 123");
    await signIn(context, guild.withScopes(scopes));
    await visit(page, guild, "/check?q=ABC+123");
    await expect(verdict(page)).toContainText("Clear");
    await expect(section(page, "Vehicle").getByRole("button")).toHaveText([...ofVehicle]);
    await expect(section(page, "Owner").getByRole("button")).toHaveText([...ofOwner]);
  });
}

test("an action on the card changes its verdict", async ({ context, page, guild }) => {
  await guild.civilian("John Doe");
  await guild.vehicle("John Doe", "ABC 123");
  await signIn(context, guild.withScopes("read,leo"));
  await visit(page, guild, "/check?q=ABC+123");
  await section(page, "Vehicle").getByRole("button", { name: "Mark as stolen" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Mark as stolen" }).click();
  await expect(reasons(page)).toHaveText(["The vehicle is stolen"]);
  await section(page, "Owner").getByRole("button", { name: "BOLO" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("Theft");
  await page.getByRole("dialog").getByRole("button", { name: "Raise BOLO" }).click();
  await expect(reasons(page)).toHaveText(["The owner is wanted: Theft", "The vehicle is stolen"]);
});

test("a key that cannot read has no check", async ({ context, page, guild }) => {
  await signIn(context, guild.withScopes("leo"));
  await visit(page, guild, "/law/cite");
  await expect(page.getByRole("heading", { name: "Law enforcement" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("button", { name: "Check" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Check" })).toHaveCount(0);
  await expect(palette(page)).toHaveCount(0);
  await visit(page, guild, "/check");
  await expect(page.getByText("This page needs the scope")).toBeVisible();
});
