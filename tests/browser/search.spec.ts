import { expect, found, test, visit } from "./fixtures";

test("people, plates and serials are found while typing", async ({ signedInPage, guild }) => {
  await guild.civilian("Ziggy Doubleday");
  await guild.vehicle("Ziggy Doubleday", "NCK 001");
  const serial = await guild.firearm("Ziggy Doubleday");
  await visit(signedInPage, guild, "/");
  const search = signedInPage.getByRole("combobox", { name: "Search people, plates and serials" });
  const options = found(signedInPage);

  await search.fill("zig");
  await expect(options).toHaveText(/Ziggy Doubleday/);
  await search.fill("nck001");
  await expect(options.first()).toContainText("NCK 001");
  await expect(options.first()).toContainText("Heron Sedan · Ziggy Doubleday");
  await search.fill(serial.toLowerCase());
  await expect(options.first()).toContainText(serial);
  await options.first().click();
  await expect(signedInPage.getByRole("heading", { name: serial, level: 1 })).toBeVisible();
});

test("/ focuses the search, arrows select, Enter opens, Escape closes", async ({ signedInPage, guild }) => {
  await guild.civilian("Ann Smith");
  await guild.civilian("Ann Smithers");
  await visit(signedInPage, guild, "/");
  await expect(signedInPage.getByRole("heading", { name: "Home" })).toBeVisible();
  await signedInPage.keyboard.press("/");
  const search = signedInPage.getByRole("combobox", { name: "Search" });
  await expect(search).toBeFocused();
  await signedInPage.keyboard.type("ann smith");
  await expect(found(signedInPage)).toHaveCount(2);
  await signedInPage.keyboard.press("Escape");
  await expect(found(signedInPage)).toHaveCount(0);
  await signedInPage.keyboard.press("ArrowDown");
  await expect(found(signedInPage).first()).toHaveAttribute("aria-selected", "true");
  await signedInPage.keyboard.press("ArrowDown");
  await signedInPage.keyboard.press("Enter");
  await expect(signedInPage.getByRole("heading", { name: "Ann Smithers", level: 1 })).toBeFocused();
  await expect(search).toHaveValue("");
});

test("Enter opens the best result, and / in a field is typed", async ({ signedInPage, guild }) => {
  await guild.civilian("Ann Smith");
  await visit(signedInPage, guild, "/");
  const search = signedInPage.getByRole("combobox", { name: "Search" });
  await search.pressSequentially("a/b");
  await expect(search).toHaveValue("a/b");
  await search.fill("ann");
  await expect(found(signedInPage, "Ann Smith")).toBeVisible();
  await search.press("Enter");
  await expect(signedInPage.getByRole("heading", { name: "Ann Smith", level: 1 })).toBeVisible();
});

test("results show their states and include the deceased", async ({ signedInPage, guild }) => {
  await guild.civilian("Ann Smith");
  await guild.patch("civilian/bolo", { name: "Ann Smith", bolo: true, reason: "Theft" });
  await guild.civilian("Ann Late");
  await guild.patch("civilian/deceased", { name: "Ann Late", deceased: true });
  await visit(signedInPage, guild, "/");
  await signedInPage.getByRole("combobox", { name: "Search" }).fill("ann");
  await expect(found(signedInPage, "Ann Smith")).toContainText("BOLO");
  await expect(found(signedInPage, "Ann Late")).toContainText("Deceased");
});

test("no results are reported, and one letter sends no request", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/");
  const search = signedInPage.getByRole("combobox", { name: "Search" });
  await search.fill("x");
  await expect(found(signedInPage)).toHaveCount(0);
  await search.fill("xyzzy");
  await expect(found(signedInPage)).toHaveText("No results for “xyzzy”");
});
