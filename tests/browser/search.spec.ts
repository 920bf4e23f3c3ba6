import { expect, found, test, visit } from "./fixtures";

test("people, plates and serials are found while typing", async ({ desk, guild }) => {
  await guild.civilian("Ziggy Doubleday");
  await guild.vehicle("Ziggy Doubleday", "NCK 001");
  const serial = await guild.firearm("Ziggy Doubleday");
  await visit(desk, guild, "/");
  const search = desk.getByRole("combobox", { name: "Search people, plates and serials" });
  const options = found(desk);

  await search.fill("zig");
  await expect(options).toHaveText(/Ziggy Doubleday/);
  await search.fill("nck001");
  await expect(options.first()).toContainText("NCK 001");
  await expect(options.first()).toContainText("Heron Sedan · Ziggy Doubleday");
  await search.fill(serial.toLowerCase());
  await expect(options.first()).toContainText(serial);
  await options.first().click();
  await expect(desk.getByRole("heading", { name: serial, level: 1 })).toBeVisible();
});

test("/ focuses the search, arrows select, Enter opens, Escape closes", async ({ desk, guild }) => {
  await guild.civilian("Ann Smith");
  await guild.civilian("Ann Smithers");
  await visit(desk, guild, "/");
  await expect(desk.getByRole("heading", { name: "Home" })).toBeVisible();
  await desk.keyboard.press("/");
  const search = desk.getByRole("combobox", { name: "Search" });
  await expect(search).toBeFocused();
  await desk.keyboard.type("ann smith");
  await expect(found(desk)).toHaveCount(2);
  await desk.keyboard.press("Escape");
  await expect(found(desk)).toHaveCount(0);
  await desk.keyboard.press("ArrowDown");
  await expect(found(desk).first()).toHaveAttribute("aria-selected", "true");
  await desk.keyboard.press("ArrowDown");
  await desk.keyboard.press("Enter");
  await expect(desk.getByRole("heading", { name: "Ann Smithers", level: 1 })).toBeFocused();
  await expect(search).toHaveValue("");
});

test("Enter opens the best result, and / in a field is typed", async ({ desk, guild }) => {
  await guild.civilian("Ann Smith");
  await visit(desk, guild, "/");
  const search = desk.getByRole("combobox", { name: "Search" });
  await search.pressSequentially("a/b");
  await expect(search).toHaveValue("a/b");
  await search.fill("ann");
  await expect(found(desk, "Ann Smith")).toBeVisible();
  await search.press("Enter");
  await expect(desk.getByRole("heading", { name: "Ann Smith", level: 1 })).toBeVisible();
});

test("results show their states and include the deceased", async ({ desk, guild }) => {
  await guild.civilian("Ann Smith");
  await guild.patch("civilian/bolo", { name: "Ann Smith", bolo: true, reason: "Theft" });
  await guild.civilian("Ann Late");
  await guild.patch("civilian/deceased", { name: "Ann Late", deceased: true });
  await visit(desk, guild, "/");
  await desk.getByRole("combobox", { name: "Search" }).fill("ann");
  await expect(found(desk, "Ann Smith")).toContainText("BOLO");
  await expect(found(desk, "Ann Late")).toContainText("Deceased");
});

test("no results are reported, and one letter sends no request", async ({ desk, guild }) => {
  await visit(desk, guild, "/");
  const search = desk.getByRole("combobox", { name: "Search" });
  await search.fill("x");
  await expect(found(desk)).toHaveCount(0);
  await search.fill("xyzzy");
  await expect(found(desk)).toHaveText("No results for “xyzzy”");
});
