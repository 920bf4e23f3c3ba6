import { expect, test, visit } from "./fixtures";

test("the counts are those of the guild, and link to the records", async ({ signedInPage, guild }) => {
  for (const name of ["Ann", "Bob", "Cyd", "Dan"]) await guild.civilian(name);
  await guild.patch("civilian/bolo", { name: "Ann", bolo: true, reason: "Armed robbery" });
  await guild.patch("civilian/deceased", { name: "Bob", deceased: true });
  await guild.vehicle("Cyd", "AAA 1");
  await guild.vehicle("Dan", "AAA 2");
  await guild.patch("leo/impound", { plate: "AAA 2", impound: true });
  await guild.patch("vehicle/edit", { name: "Cyd", field: "stole", value: true });
  await guild.firearm("Cyd");
  await visit(signedInPage, guild, "/");
  const counts = signedInPage.getByRole("list", { name: "Counts" });
  for (const text of ["Civilians3", "1 BOLO", "1 deceased", "Vehicles2", "1 stolen", "1 impounded", "Firearms1"]) {
    await expect(counts).toContainText(text);
  }
  await expect(counts).toContainText(`Changes${(await guild.get("stats")).counts.changes}`);
  await counts.getByRole("link", { name: "1 impounded" }).click();
  await expect(signedInPage.getByRole("heading", { name: "Vehicles", level: 1 })).toBeVisible();
  await expect(signedInPage.getByRole("link", { name: "AAA 2" })).toBeVisible();
  await expect(signedInPage.getByRole("link", { name: "AAA 1" })).toBeHidden();
});

test("the home page shows active BOLOs with their reasons and ends, the newest first", async ({
  signedInPage,
  guild,
}) => {
  await guild.civilian("John Doe");
  await guild.civilian("Jane Roe");
  await guild.patch("civilian/bolo", { name: "Jane Roe", bolo: true, reason: "Speeding" });
  await guild.patch("civilian/bolo", { name: "John Doe", bolo: true, reason: "Armed robbery", expiresIn: 600 });
  await visit(signedInPage, guild, "/");
  const bolos = signedInPage.getByRole("region", { name: "Active BOLOs" });
  await expect(bolos.getByRole("listitem").first()).toHaveText(/^John Doe.*Armed robbery.*Ends in (10:00|9:\d\d)$/);
  await expect(bolos.getByRole("listitem").last()).toHaveText(/^Jane Roe.*Speeding$/);
  await bolos.getByRole("link", { name: "John Doe" }).click();
  await expect(signedInPage.getByRole("heading", { name: "John Doe", level: 1 })).toBeVisible();
});

test("the latest changes show what, who and when", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await guild.post("leo/cite", {
    name: "John Doe",
    officerName: "Reyes",
    officerID: "2",
    charges: "Speeding",
    amount: 9,
  });
  await visit(signedInPage, guild, "/");
  const latest = signedInPage.getByRole("region", { name: "Latest changes" });
  await expect(latest.getByRole("listitem").first()).toContainText("Citation John Doe");
  await expect(latest.getByRole("listitem").first()).toContainText("Speeding");
  await expect(latest.getByRole("listitem")).toHaveCount(2);
});

test("the chart shows thirty days of each kind, with a table", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await guild.vehicle("John Doe", "ABC 123");
  await visit(signedInPage, guild, "/");
  await expect(signedInPage.getByRole("img", { name: "All changes in the last 30 days 2 in total" })).toBeVisible();
  await expect(signedInPage.locator(".chart .amount")).toHaveCount(30);
  await signedInPage.getByLabel("Show").selectOption("New vehicles");
  await expect(signedInPage.getByRole("img", { name: "New vehicles in the last 30 days 1 in total" })).toBeVisible();

  await signedInPage.getByText("Show as table").click();
  const rows = signedInPage.getByRole("table", { name: "Activity by day" }).getByRole("row");
  await expect(rows).toHaveCount(31);
  await expect(rows.last().getByRole("cell").first()).toHaveText("2");
});

test("an empty guild shows empty states", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/");
  await expect(signedInPage.getByText("No active BOLOs.")).toBeVisible();
  await expect(signedInPage.getByText("No changes yet.")).toBeVisible();
});

test("an unknown page shows an error", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/nonsense");
  await expect(signedInPage.getByText("This page does not exist")).toBeVisible();
});

test("the theme follows the system until the user chooses one, and the choice is kept", async ({
  signedInPage,
  guild,
}) => {
  await visit(signedInPage, guild, "/");
  await expect(signedInPage.getByRole("heading", { name: "Home" })).toBeVisible();
  const background = () => signedInPage.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await signedInPage.emulateMedia({ colorScheme: "light" });
  const light = await background();
  await signedInPage.emulateMedia({ colorScheme: "dark" });
  const dark = await background();
  expect(dark).not.toBe(light);
  await signedInPage.getByRole("radio", { name: "Light" }).check();
  expect(await background()).toBe(light);
  await signedInPage.reload();
  await expect.poll(background).toBe(light);
  await signedInPage.getByRole("radio", { name: "System" }).check();
  expect(await background()).toBe(dark);
});
