// Settings → Keys: who may use the guild, new keys, invitations, and revoking them.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test, visit } from "./fixtures";
import { Guild } from "./program";
import { clipboard, signInForm } from "./session";

const section = (page: Page) => page.getByRole("region", { name: "Keys" });
const rowOf = (page: Page, name: string) => section(page).getByRole("row").filter({ hasText: name });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

async function begin(page: Page, button: "Invite" | "New key"): Promise<void> {
  await section(page).getByRole("button", { name: button }).click();
}

/** What a new key may do, as the server says. */
async function rightsOf({ program, id }: Guild, key: string): Promise<string[]> {
  return ((await new Guild(program, id, key).get("key")).scopes as string[]).sort();
}

test("a key is made for a role, shown once, and closing without it must be confirmed", async ({ adminPage, admin }) => {
  await visit(adminPage, admin, "/settings");
  await begin(adminPage, "New key");
  const form = adminPage.getByRole("form", { name: "New key" });
  await expect(form.getByLabel("Name")).toBeFocused();
  await expect(form.getByRole("radio", { name: /^Bot/ })).toBeChecked();
  await form.getByLabel("Name").fill("Dispatch bot");
  await form.getByRole("radio", { name: /^Dispatcher/ }).check();
  await form.getByLabel("The key expires").selectOption("After 30 days");
  await form.getByRole("button", { name: "Create key" }).click();

  const shown = dialog(adminPage, "Key for Dispatch bot");
  const key = await shown.getByText(/^blotter_[0-9a-f]{64}$/).innerText();
  await expect(shown).toContainText("This key is shown only once.");
  expect(await rightsOf(admin, key)).toEqual(["civilian", "firearm", "leo", "read", "vehicle"]);
  // Neither Escape nor the button loses it by accident.
  const ask = dialog(adminPage, "Close without the key?");
  await adminPage.keyboard.press("Escape");
  await expect(ask).toBeVisible();
  await ask.getByRole("button", { name: "Back to the key" }).click();
  await expect(ask).toBeHidden();
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(ask).toBeVisible();
  await adminPage.keyboard.press("Escape");
  await expect(ask).toBeHidden();
  await expect(shown.getByText(key)).toBeVisible();

  await shown.getByRole("button", { name: "Copy" }).click();
  await expect(shown.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await clipboard(adminPage)).toBe(key);
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(shown).toBeHidden();
  const row = rowOf(adminPage, "Dispatch bot");
  await expect(row).toContainText("Dispatcher");
  await expect(row).toContainText("never");
  const days = (Date.parse((await row.locator("time").first().getAttribute("datetime")) ?? "") - Date.now()) / 864e5;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30);
});

test("without the clipboard API, over plain HTTP, a key can be copied and downloaded", async ({
  page,
  admin,
  program,
  servers,
}) => {
  const url = program.url.replace("127.0.0.1", "0.0.0.0");
  servers.push({ url });
  await page.goto(`${url}/#/sign-in/${admin.id}/${admin.key}`);
  await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
  await page.goto(`${url}/#/settings`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await begin(page, "New key");
  await page.getByLabel("Name").fill("Game server");
  await page.getByRole("button", { name: "Create key" }).click();
  const shown = dialog(page, "Key for Game server");
  const key = await shown.getByText(/^blotter_[0-9a-f]+$/).innerText();
  await shown.getByRole("button", { name: "Copy" }).click();
  await expect(shown.getByRole("button", { name: "Copied" })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await shown.getByRole("button", { name: "Download" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`blotter-${admin.id}-bot-key.txt`);
  expect(readFileSync(await download.path(), "utf8")).toContain(`Key      ${key}\n`);
  await shown.getByRole("button", { name: "Done" }).click();
  await begin(page, "New key");
  await page.getByLabel("Name").focus();
  await page.keyboard.press("Control+V");
  await expect(page.getByLabel("Name")).toHaveValue(key);
});

test("scopes can be chosen one by one, and mistakes are shown at their fields", async ({ adminPage, admin }) => {
  await visit(adminPage, admin, "/settings");
  await begin(adminPage, "New key");
  const form = adminPage.getByRole("form", { name: "New key" });
  await form.getByLabel("Name").fill("x".repeat(100));
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(form.getByLabel("Name")).toHaveAccessibleDescription(
    /Name must (be|have) at most 99 characters\. \(11001\)/,
  );
  await form.getByLabel("Name").fill("Road patrol");
  await form.getByRole("radio", { name: /^Officer/ }).check();
  // Custom begins with the scopes of the role.
  await form.getByRole("radio", { name: /^Custom/ }).check();
  const scopes = form.getByRole("group", { name: "Scopes" });
  await expect(scopes.getByRole("checkbox", { name: "leo" })).toBeChecked();
  await scopes.getByRole("checkbox", { name: "leo" }).uncheck();
  await scopes.getByRole("checkbox", { name: "read" }).uncheck();
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(form.getByRole("alert")).toContainText("Role must be an array with some of read, civilian");
  await scopes.getByRole("checkbox", { name: "read" }).check();
  await scopes.getByRole("checkbox", { name: "vehicle" }).check();
  await form.getByRole("button", { name: "Create key" }).click();
  const shown = dialog(adminPage, "Key for Road patrol");
  const key = await shown.getByText(/^blotter_[0-9a-f]+$/).innerText();
  expect(await rightsOf(admin, key)).toEqual(["read", "vehicle"]);
  await shown.getByRole("button", { name: "Done" }).click();
  await dialog(adminPage, "Close without the key?").getByRole("button", { name: "Close without it" }).click();
  await expect(shown).toBeHidden();
  await expect(rowOf(adminPage, "Road patrol")).toContainText("Custom read, vehicle");
});

test("every role of the form is a role of the server, with the same scopes", async ({ adminPage, admin }) => {
  await visit(adminPage, admin, "/settings");
  await begin(adminPage, "New key");
  const roles = adminPage.getByRole("form", { name: "New key" }).getByRole("radio");
  const names = await roles.evaluateAll((radios) => radios.map((each) => (each as HTMLInputElement).value));
  expect(names).toEqual(["viewer", "officer", "medic", "clerk", "dispatcher", "bot", "owner", "custom"]);
  await adminPage.keyboard.press("Escape");
  for (const role of names.filter((each) => each !== "custom")) {
    await admin.post("key/create", { name: `the ${role} key`, role });
    // The list names a role only where the scopes are those that the console knows.
    await expect(rowOf(adminPage, `the ${role} key`)).toContainText(new RegExp(role, "i"));
    await expect(rowOf(adminPage, `the ${role} key`)).not.toContainText("Custom");
  }
});

test("an invitation is a link for one member, is listed until it is used, and can be revoked", async ({
  adminPage,
  admin,
  program,
}) => {
  await visit(adminPage, admin, "/settings");
  const invite = async (name: string): Promise<string> => {
    await begin(adminPage, "Invite");
    const form = adminPage.getByRole("form", { name: "Invite a member" });
    await form.getByLabel("Name").fill(name);
    await form.getByRole("radio", { name: /^Medic/ }).check();
    await form.getByRole("button", { name: "Create link" }).click();
    const shown = dialog(adminPage, `Invitation for ${name}`);
    const link = await shown.getByText(/#\/invitation\//).innerText();
    await expect(shown).toContainText("It works once");
    await shown.getByRole("button", { name: "Copy" }).click();
    expect(await clipboard(adminPage)).toBe(link);
    await shown.getByRole("button", { name: "Done" }).click();
    return link;
  };
  const accept = async (link: string) => {
    const [guild, token] = link.split("/").slice(-2) as [string, string];
    const headers = { Authorization: token, Guild: guild };
    return (await fetch(`${program.url}/invitation`, { method: "POST", headers })).status;
  };
  const first = await invite("Medic 4");
  expect(first.startsWith(`${program.url}/#/invitation/${admin.id}/`)).toBe(true);
  const pending = adminPage.getByRole("table", { name: "Pending invitations" });
  await expect(pending.getByRole("row", { name: /Medic 4/ })).toContainText("Medic");
  // The list follows by itself.
  expect(await accept(first)).toBe(201);
  await expect(pending).toBeHidden();
  await expect(adminPage.getByRole("table", { name: "Keys" }).getByRole("row", { name: /Medic 4/ })).toBeVisible();
  expect(await accept(first)).toBe(403);

  const second = await invite("Medic 5");
  await pending.getByRole("button", { name: "Revoke invitation for Medic 5" }).click();
  const ask = dialog(adminPage, "Revoke Medic 5?");
  await expect(ask).toContainText("The link for Medic 5 stops working.");
  await expect(ask.getByRole("button", { name: "Cancel" })).toBeFocused();
  await ask.getByRole("button", { name: "Revoke invitation" }).click();
  await expect(adminPage.getByRole("status").last()).toContainText("Revoked invitation: Medic 5");
  await expect(pending).toBeHidden();
  expect(await accept(second)).toBe(403);
});

test("revoking says who is cut off, and Enter alone cancels", async ({ adminPage, admin }) => {
  const made = await admin.post("key/create", { name: "Sgt. Reyes", role: "officer" });
  const reyes = new Guild(admin.program, admin.id, made.key as string);
  await visit(adminPage, admin, "/settings");
  await adminPage.getByRole("button", { name: "Revoke Sgt. Reyes" }).click();
  const ask = dialog(adminPage, "Revoke Sgt. Reyes?");
  await expect(ask).toContainText("Sgt. Reyes (Officer) is cut off within a second");
  await adminPage.keyboard.press("Enter");
  await expect(ask).toBeHidden();
  expect(await reyes.status("key")).toBe(200);
  await adminPage.getByRole("button", { name: "Revoke Sgt. Reyes" }).click();
  await ask.getByRole("button", { name: "Revoke key" }).click();
  await expect(rowOf(adminPage, "Sgt. Reyes")).toHaveCount(0);
  await reyes.untilRefused();
});

test("the last owner cannot be revoked; with another owner, revoking the own key signs out", async ({
  adminPage,
  admin,
}) => {
  await visit(adminPage, admin, "/settings");
  const own = rowOf(adminPage, "Your key");
  await own.getByRole("button", { name: /^Revoke/ }).click();
  const ask = adminPage.getByRole("dialog");
  await expect(ask).toContainText("This is the key that you are using.");
  await ask.getByRole("button", { name: "Revoke key" }).click();
  const alert = ask.getByRole("alert");
  await expect(alert).toContainText("This is the last owner's key of the guild.");
  await expect(alert).toContainText("Create a key for another owner first");
  await expect(alert).toContainText("(20076)");
  await admin.post("key/create", { name: "Deputy", role: "owner" });
  await ask.getByRole("button", { name: "Revoke key" }).click();
  await expect(signInForm(adminPage)).toBeVisible();
});

test("a key for several guilds is shown by its id, and can be taken off the guild", async ({
  adminPage,
  admin,
  guild,
  takeGuild,
}) => {
  const keyID = (await guild.get("key")).keyID as string;
  const elsewhere = takeGuild();
  await visit(adminPage, admin, "/settings");
  await expect(section(adminPage)).toContainText("The operator of the server has made these keys for several guilds");
  await adminPage.getByRole("button", { name: `Take off key ${keyID}` }).click();
  await expect(adminPage.getByRole("dialog")).toContainText("continues to work in its other guilds");
  await adminPage.getByRole("button", { name: "Take off this guild" }).click();
  await expect(section(adminPage)).not.toContainText("several guilds");
  await guild.untilRefused();
  expect(await elsewhere.status("key")).toBe(200);
});
