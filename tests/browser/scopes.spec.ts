import { expect, signIn, test, visit } from "./fixtures";
import type { Page } from "@playwright/test";

const menu = (page: Page) => page.getByRole("navigation", { name: "Main", exact: true }).getByRole("listitem");
const actions = (page: Page) => page.locator(".page-head").getByRole("button");

for (const [scopes, offered, pages] of [
  ["read", [], ["Home", "Check", "Civilians", "Vehicles", "Firearms", "Custody", "BOLO board", "Activity"]],
  [
    "read,leo",
    ["Arrest", "Cite", "Fine", "BOLO"],
    ["Home", "Check", "Civilians", "Vehicles", "Firearms", "Custody", "BOLO board", "Law enforcement", "Activity"],
  ],
  [
    "read,medical",
    ["Admit"],
    ["Home", "Check", "Civilians", "Vehicles", "Firearms", "Custody", "BOLO board", "Medical", "Activity"],
  ],
  [
    "read,civilian",
    ["BOLO", "Edit", "Deceased", "Delete"],
    ["Home", "Check", "Civilians", "Vehicles", "Firearms", "Custody", "BOLO board", "Activity"],
  ],
  [
    "read,admin",
    [],
    ["Home", "Check", "Civilians", "Vehicles", "Firearms", "Custody", "BOLO board", "Activity", "Settings"],
  ],
] as const) {
  test(`a key for ${scopes} offers only these actions at a profile`, async ({ context, page, guild }) => {
    await guild.civilian("John Doe");
    await signIn(context, guild.withScopes(scopes));
    await visit(page, guild, "/civilians/John%20Doe");
    await expect(page.getByRole("region", { name: "ID card" })).toBeVisible();
    await expect(menu(page)).toHaveText([...pages]);
    await expect(actions(page)).toHaveText([...offered]);
    await expect(page.getByRole("link", { name: "Register" })).toHaveCount(0);
  });
}

for (const [scopes, offered] of [
  ["read,vehicle", ["Mark as stolen", "Edit", "Delete"]],
  ["read,leo", ["Impound", "Mark as stolen"]],
  ["read,firearm", []],
] as const) {
  test(`a key for ${scopes} offers only these actions at a vehicle`, async ({ context, page, guild }) => {
    await guild.civilian("John Doe");
    await guild.vehicle("John Doe", "ABC 123");
    await signIn(context, guild.withScopes(scopes));
    await visit(page, guild, "/vehicles/ABC%20123");
    await expect(page.getByRole("region", { name: "Vehicle" })).toBeVisible();
    await expect(actions(page)).toHaveText([...offered]);
  });
}

test("a key that may only write entries sends no other requests", async ({ context, page, guild }) => {
  await guild.civilian("John Doe");
  await signIn(context, guild.withScopes("leo"));
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await visit(page, guild, "/");
  await expect(page.getByText("This key cannot read records.")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Search" })).toBeHidden();
  await menu(page).getByRole("link", { name: "Law enforcement" }).click();
  const form = page.getByRole("form", { name: "Arrest" });
  for (const [label, value] of Object.entries({
    Charges: "Theft",
    Time: "60",
    Officer: "Reyes",
    "Officer ID": "2",
  })) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
  await form.getByLabel("Civilian").pressSequentially("John Doe");
  await form.getByRole("button", { name: "Arrest" }).click();
  await expect(page.getByRole("status").last()).toContainText("Created arrest: John Doe");
  expect(requested.filter((path) => path.startsWith("/api/") && path !== "/api/key")).toEqual(["/api/leo/arrest"]);
});

test("a page outside the key's scopes names the scope, the roles that have it, and who can give it", async ({
  context,
  page,
  guild,
}) => {
  await signIn(context, guild.withScopes("read"));
  for (const [place, scope, roles] of [
    ["/law/arrest", "leo", "Officer, Dispatcher, Bot or Owner"],
    ["/medical", "medical", "Medic, Bot or Owner"],
    ["/new/civilian", "civilian", "Clerk, Dispatcher, Bot or Owner"],
    ["/new/vehicle", "vehicle", "Clerk, Dispatcher, Bot or Owner"],
    ["/new/firearm", "firearm", "Clerk, Dispatcher, Bot or Owner"],
    ["/settings", "admin", "Owner"],
  ] as const) {
    await visit(page, guild, place);
    await expect(page.getByRole("heading", { name: "Your key cannot open this page", level: 1 })).toBeVisible();
    const content = page.getByRole("main");
    await expect(content).toContainText(`This page needs the scope ${scope}`);
    await expect(content).toContainText(`The role ${roles} has it.`);
    await expect(content).toContainText("Your key is for the role Viewer, with the scope read.");
    await expect(content).toContainText(`An owner of ${guild.id} can give you a key with more, in Settings → Keys.`);
  }
  await visit(page, guild, "/no-such-page");
  await expect(page.getByRole("main")).toContainText("This page does not exist.");
});

test("a key without read is told so at every page of records", async ({ context, page, guild }) => {
  await signIn(context, guild.withScopes("leo,medical"));
  for (const place of ["/civilians", "/vehicles/ABC%20123", "/board", "/activity"]) {
    await visit(page, guild, place);
    await expect(page.getByRole("main")).toContainText("This page needs the scope read: see all records.");
    await expect(page.getByRole("main")).toContainText("Your key has the scopes leo, medical.");
  }
});

test("an action that the server refuses names the missing scope", async ({ context, page, guild }) => {
  await guild.civilian("John Doe");
  const officer = guild.withScopes("read,leo");
  await signIn(context, guild);
  await visit(page, guild, "/civilians/John%20Doe");
  await actions(page).filter({ hasText: "Edit" }).click();
  const form = page.getByRole("form", { name: "Edit civilian" });
  // As if the key had lost the scope since the page was loaded.
  await page.route("**/api/civilian/edit", (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: officer.key } }),
  );
  await form.getByLabel("Hair").fill("Grey");
  await form.getByRole("button", { name: "Save" }).click();
  const alert = page.getByRole("dialog").getByRole("alert");
  await expect(alert).toContainText("Your key lacks the scope civilian.");
  await expect(alert).toContainText(
    "The role Clerk, Dispatcher, Bot or Owner has it. An owner can give you such a key",
  );
  await expect(alert).toContainText("Missing permission civilian (20059)");
});
