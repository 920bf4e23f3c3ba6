import { expect, signIn, test, visit } from "./fixtures";
import type { Page } from "@playwright/test";

const menu = (page: Page) => page.getByRole("navigation", { name: "Main", exact: true }).getByRole("listitem");
const actions = (page: Page) => page.locator(".page-head").getByRole("button");

for (const [scopes, offered, pages] of [
  ["read", [], ["Home", "Civilians", "Vehicles", "Firearms", "BOLO board", "Activity"]],
  [
    "read,leo",
    ["Arrest", "Cite", "Fine"],
    ["Home", "Civilians", "Vehicles", "Firearms", "BOLO board", "Law enforcement", "Activity"],
  ],
  ["read,medical", ["Admit"], ["Home", "Civilians", "Vehicles", "Firearms", "BOLO board", "Medical", "Activity"]],
  [
    "read,civilian",
    ["BOLO", "Edit", "Deceased", "Delete"],
    ["Home", "Civilians", "Vehicles", "Firearms", "BOLO board", "Activity"],
  ],
  ["read,admin", [], ["Home", "Civilians", "Vehicles", "Firearms", "BOLO board", "Activity", "Settings"]],
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
  ["read,leo", ["Impound"]],
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

test("a page outside the key's scopes shows an error", async ({ context, page, guild }) => {
  await signIn(context, guild.withScopes("read"));
  for (const place of ["/law/arrest", "/medical", "/new/civilian", "/new/vehicle", "/new/firearm"]) {
    await visit(page, guild, place);
    await expect(page.getByRole("heading", { name: "Page not available" })).toBeVisible();
  }
});
