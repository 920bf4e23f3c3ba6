// Settings → Webhooks, with a real receiver.
import type { Locator, Page } from "@playwright/test";
import { expect, loaded, signIn, test, visit } from "./fixtures";
import type { Guild } from "./program";
import { verify } from "./receiver";

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const deliveries = (page: Page) => page.getByRole("region", { name: /^Deliveries/ }).getByRole("listitem");
const delivery = (page: Page, kind: string) => deliveries(page).filter({ hasText: kind });
const facts = (page: Page) => page.getByRole("region", { name: "Webhook", exact: true });
const state = (page: Page) => page.locator(".page-head .badge");
const action = (page: Page, name: string) => page.locator(".page-head").getByRole("button", { name, exact: true });
const toast = (page: Page) => page.getByRole("status").last();

async function openForm(page: Page, guild: Guild): Promise<Locator> {
  await visit(page, guild, "/settings");
  await page.getByRole("button", { name: "New webhook" }).click();
  return page.getByRole("form", { name: "New webhook" });
}

/** Creates a webhook over the API and opens its page. */
async function openWebhook(page: Page, guild: Guild, url: string): Promise<string> {
  const id = await guild.webhook(url, { name: "Dispatch bot" });
  await visit(page, guild, `/settings/webhooks/${id}`);
  await loaded(page);
  return id;
}

test("a new webhook shows its secret once, and sends signed events", async ({ adminPage, admin, receiver }) => {
  const form = await openForm(adminPage, admin);
  await expect(form.getByLabel("URL")).toBeFocused();
  await form.getByLabel("URL").fill(receiver.url);
  await form.getByLabel("Name").fill("Dispatch bot");
  await form.getByLabel("All events").uncheck();
  await form.getByLabel("BOLOs").check();
  await form.getByLabel("Other kinds").fill("leo.cited, leo.fined");
  await form.getByRole("button", { name: "Create webhook" }).click();

  const dialog = adminPage.getByRole("dialog", { name: "The secret of the webhook" });
  const secret = await dialog.locator(".secret").innerText();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await expect(dialog.getByRole("link", { name: "Standard Webhooks" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Copy" })).toBeFocused();
  await adminPage.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  await adminPage.context().grantPermissions(["clipboard-read"]);
  expect(await adminPage.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await dialog.getByRole("button", { name: "Done" }).click();

  const shown = row(adminPage, "Dispatch bot");
  await expect(shown).toContainText(new URL(receiver.url).host);
  await expect(shown.getByText("Active", { exact: true })).toBeVisible();
  for (const kind of ["BOLOs", "Citation", "Fine"]) await expect(shown.getByText(kind, { exact: true })).toBeVisible();

  await admin.civilian("John Doe");
  await admin.raiseBolo("John Doe", "Theft");
  const [bolo] = await receiver.wait("civilian.bolo");
  expect(bolo).toBeDefined();
  if (bolo) {
    verify(bolo, secret);
    expect(() => verify({ ...bolo, body: bolo.body + " " }, secret)).toThrow();
  }
  expect(receiver.received).toHaveLength(1);
  // The time of the success is not in an event.
  await expect(shown.getByRole("cell").nth(5)).toContainText(/now|ago/);
  await adminPage.reload();
  await expect(shown).toBeVisible();
  await expect(adminPage.getByText("whsec_")).toHaveCount(0);
});

test("the secret can be copied without the clipboard API", async ({ adminPage, admin, receiver, servers }) => {
  // Without TLS, and not on localhost.
  const url = admin.program.url.replace("127.0.0.1", "0.0.0.0");
  servers.push({ url });
  await adminPage.goto(`${url}/#/settings`);
  expect(await adminPage.evaluate(() => isSecureContext)).toBe(false);
  await adminPage.getByRole("button", { name: "New webhook" }).click();
  await adminPage.getByLabel("URL").fill(receiver.url);
  await adminPage.getByRole("button", { name: "Create webhook" }).click();
  const dialog = adminPage.getByRole("dialog");
  const secret = await dialog.locator(".secret").innerText();
  await dialog.getByRole("button", { name: "Copy" }).click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await adminPage.getByRole("combobox", { name: "Search" }).press("Control+V");
  await expect(adminPage.getByRole("combobox", { name: "Search" })).toHaveValue(secret);
});

test("a webhook for Discord has no secret", async ({ adminPage, admin, receiver }) => {
  const form = await openForm(adminPage, admin);
  await form.getByLabel("URL").fill(receiver.url);
  await form.getByLabel("Format").selectOption({ label: "Discord: messages" });
  await form.getByRole("button", { name: "Create webhook" }).click();
  await expect(adminPage.getByRole("dialog")).toBeHidden();
  await expect(row(adminPage, new URL(receiver.url).host)).toContainText("Discord");
});

test("a group includes the groups that it covers", async ({ adminPage, admin }) => {
  const form = await openForm(adminPage, admin);
  await expect(form.getByLabel("BOLOs")).toBeChecked();
  await expect(form.getByLabel("BOLOs")).toBeDisabled();
  await form.getByLabel("All events").uncheck();
  await expect(form.getByLabel("BOLOs")).not.toBeChecked();
  await form.getByLabel("Civilians").check();
  await expect(form.getByLabel("BOLOs")).toBeChecked();
  await expect(form.getByLabel("Vehicles")).not.toBeChecked();
});

test("a private address and unknown kinds are refused at their fields", async ({ adminPage, admin, receiver }) => {
  const form = await openForm(adminPage, admin);
  const url = form.getByLabel("URL");
  await url.fill("http://192.168.7.7/hook");
  await form.getByRole("button", { name: "Create webhook" }).click();
  await expect(url).toHaveAccessibleDescription(/192\.168\.7\.7, which is not a public address.*--webhook-allow/);
  await expect(url).toBeFocused();
  await url.fill(receiver.url);
  await form.getByLabel("All events").uncheck();
  await form.getByLabel("Other kinds").fill("police.*");
  await form.getByRole("button", { name: "Create webhook" }).click();
  await expect(form.getByLabel("Other kinds")).toHaveAccessibleDescription(/^Events .*\(11047\)/);
  await adminPage.keyboard.press("Escape");
  await expect(adminPage.getByText("No webhooks yet.")).toBeVisible();

  await openWebhook(adminPage, admin, receiver.url);
  await action(adminPage, "Edit").click();
  await adminPage.getByLabel("URL").fill("http://10.1.2.3/");
  await adminPage.getByRole("button", { name: "Save" }).click();
  await expect(adminPage.getByLabel("URL")).toHaveAccessibleDescription(/--webhook-allow 10\.1\.2\.3/);
});

test("a test shows the status, the time taken and the reply", async ({ adminPage, admin, receiver }) => {
  await openWebhook(adminPage, admin, receiver.url);
  await action(adminPage, "Test").click();
  const dialog = adminPage.getByRole("dialog");
  await expect(dialog.getByText("Delivered", { exact: true })).toBeVisible();
  await expect(dialog.getByText("200")).toBeVisible();
  await expect(dialog.getByText(/^\d+ ms$/)).toBeVisible();
  await expect(dialog.getByLabel("Reply")).toHaveText("thank you");
  await receiver.wait("test");

  receiver.response = { status: 418, body: "no coffee" };
  await dialog.getByRole("button", { name: "Send again" }).click();
  await expect(dialog.getByText("Not delivered")).toBeVisible();
  await expect(dialog.getByText("418").first()).toBeVisible();
  await expect(dialog.getByLabel("Reply")).toHaveText("no coffee");
  await receiver.wait("test", 2);
});

test("a failing receiver shows as failing, with the error", async ({ adminPage, admin, receiver }) => {
  receiver.response = { status: 500, body: "out of paper" };
  await admin.webhook(receiver.url, { name: "Dispatch bot" });
  await visit(adminPage, admin, "/settings");
  const shown = row(adminPage, "Dispatch bot");
  await expect(shown.getByText("Failing", { exact: true })).toBeVisible();
  await expect(shown).toContainText("500");
  await shown.getByRole("link", { name: "Dispatch bot" }).click();
  await expect(state(adminPage)).toHaveText("Failing");
  await expect(facts(adminPage)).toContainText("500");
  const first = delivery(adminPage, "Attempt 1 ·");
  await expect(first).toContainText("#1");
  await first.getByRole("button", { name: "Webhook created" }).click();
  await expect(first.getByLabel("Reply")).toHaveText("out of paper");
});

test("a receiver that works again shows as active, without an event", async ({ adminPage, admin, receiver }) => {
  receiver.response = { status: 503, body: "later", headers: { "Retry-After": "1" } };
  await openWebhook(adminPage, admin, receiver.url);
  await expect(state(adminPage)).toHaveText("Failing");
  receiver.response = { status: 200, body: "thank you" };
  // The retries may have ended by now.
  await admin.civilian("John Doe");
  await expect(state(adminPage)).toHaveText("Active");
  await expect(delivery(adminPage, "Civilian created").first()).toContainText("200");
});

test("an event can be sent again, and all since a time", async ({ adminPage, admin, receiver }) => {
  await openWebhook(adminPage, admin, receiver.url);
  await admin.civilian("John Doe");
  const [first] = await receiver.wait("civilian.created");
  const sent = delivery(adminPage, "Civilian created");
  await expect(sent.first()).toBeVisible();
  await sent.first().getByRole("button", { name: "Resend #2" }).click();
  await adminPage.getByRole("dialog").getByRole("button", { name: "Resend" }).click();
  await expect(toast(adminPage)).toContainText("Events will be sent again: #2");
  const [, second] = await receiver.wait("civilian.created", 2);
  expect(second?.id).toBe(first?.id);
  await expect(sent.nth(1)).toBeVisible();

  await adminPage.getByRole("button", { name: "Resend since …" }).click();
  await adminPage.getByLabel("Since", { exact: true }).fill("2020-01-01T00:00");
  await adminPage.getByRole("button", { name: "Resend all" }).click();
  await receiver.wait("civilian.created", 3);
  await receiver.wait("webhook.created", 2);
  await expect(sent.nth(2)).toBeVisible();
});

test("a webhook can be edited, paused and activated", async ({ adminPage, admin, receiver }) => {
  await openWebhook(adminPage, admin, receiver.url);
  await action(adminPage, "Edit").click();
  await adminPage.getByLabel("Name").fill("Records bot");
  await adminPage.getByLabel("All events").uncheck();
  await adminPage.getByLabel("Civilians").check();
  await adminPage.getByRole("button", { name: "Save" }).click();
  await expect(adminPage.getByRole("heading", { name: "Records bot", level: 1 })).toBeVisible();
  await expect(facts(adminPage)).toContainText("Civilians");

  await action(adminPage, "Pause").click();
  await adminPage.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
  await expect(state(adminPage)).toHaveText("Disabled");
  await expect(adminPage.getByRole("button", { name: /^Resend/ })).toHaveCount(0);

  await action(adminPage, "Activate").click();
  await adminPage.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
  await expect(state(adminPage)).toHaveText("Active");
  await admin.civilian("Anna Active");
  const [created] = await receiver.wait("civilian.created");
  expect(created?.body).toContain("Anna Active");
});

test("a webhook is deleted after a confirmation", async ({ adminPage, admin, receiver }) => {
  await openWebhook(adminPage, admin, receiver.url);
  await action(adminPage, "Delete").click();
  const dialog = adminPage.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await adminPage.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await action(adminPage, "Delete").click();
  await dialog.getByRole("button", { name: "Delete webhook" }).click();
  await expect(adminPage.getByText("No webhooks yet.")).toBeVisible();
  await expect(adminPage).toHaveURL(/#\/settings$/);
});

test("what others do with webhooks appears by itself", async ({ adminPage, admin, receiver }) => {
  await visit(adminPage, admin, "/settings");
  await expect(adminPage.getByText("No webhooks yet.")).toBeVisible();
  const webhookID = await admin.webhook(receiver.url, { name: "Dispatch bot" });
  await expect(row(adminPage, "Dispatch bot")).toBeVisible();
  await admin.patch("webhook/edit", { webhookID, field: "name", value: "Records bot" });
  await expect(row(adminPage, "Records bot")).toBeVisible();
  await row(adminPage, "Records bot").getByRole("link").click();
  await expect(state(adminPage)).toHaveText("Active");
  await admin.remove("webhook/delete", { webhookID });
  await expect(adminPage.getByText("This webhook does not exist.")).toBeVisible();
});

test("older deliveries are on later pages", async ({ adminPage, admin, receiver }) => {
  await admin.civilian("John Doe");
  await admin.webhook(receiver.url, { kinds: ["leo.*"], name: "Dispatch bot" });
  for (let count = 1; count <= 30; ++count) await admin.cite("John Doe", `Charge ${count}`);
  await receiver.wait("leo.cited", 30);
  await visit(adminPage, admin, "/settings");
  await row(adminPage, "Dispatch bot").getByRole("link").click();
  await expect(deliveries(adminPage)).toHaveCount(25);
  await expect(deliveries(adminPage).first()).toContainText("#32");
  await adminPage.getByRole("link", { name: "Older" }).click();
  await expect(deliveries(adminPage)).toHaveCount(5);
  await expect(deliveries(adminPage).last()).toContainText("#3");
});

test("the audit log names changes of webhooks", async ({ adminPage, admin, receiver }) => {
  const webhookID = await admin.webhook(receiver.url, { name: "Dispatch bot" });
  await admin.patch("webhook/edit", { webhookID, field: "kinds", value: ["leo.*", "civilian.bolo"] });
  await admin.post("webhook/redeliver", { webhookID, seq: "1" });
  await visit(adminPage, admin, "/activity");
  const changes = adminPage.getByRole("region", { name: "Changes" }).getByRole("listitem");
  await expect(changes).toHaveCount(3);
  await expect(changes.nth(0)).toContainText("Events resentEvent #1");
  await expect(changes.nth(1)).toContainText("Kinds: * → leo.*, civilian.bolo");
  await expect(changes.nth(2)).toContainText("Webhook created");
  await changes.nth(2).getByRole("link", { name: "Dispatch bot" }).click();
  await expect(adminPage.getByRole("heading", { name: "Dispatch bot", level: 1 })).toBeVisible();
  await admin.remove("webhook/delete", { webhookID });
  await visit(adminPage, admin, "/activity?kind=webhook.deleted");
  await expect(changes).toHaveCount(1);
  await expect(changes).toContainText("Dispatch bot");
});

test("without the scope admin there is no entry, and the page names the scope", async ({ context, page, guild }) => {
  await signIn(context, guild.withScopes("read,leo"));
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await visit(page, guild, "/settings");
  await expect(
    page.getByText("This page needs the scope admin: keys, webhooks, the penal code and undo."),
  ).toBeVisible();
  await expect(page.getByText("Your key is for the role Officer, with the scopes read, leo.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Settings" })).toHaveCount(0);
  expect(requested.filter((path) => path.includes("webhook"))).toEqual([]);
});
