import { expect, loaded, test, visit } from "./fixtures";
import type { Page } from "@playwright/test";

const typed = { Charges: "Street racing", Amount: "90", Officer: "Sgt. Reyes", "Officer ID": "204" };

async function beginCitation(page: Page) {
  await page.locator(".page-head").getByRole("button", { name: "Cite" }).click();
  const form = page.getByRole("form", { name: "Cite" });
  for (const [label, value] of Object.entries(typed)) await form.getByLabel(label, { exact: true }).fill(value);
  return form;
}

async function expectUnchanged(form: ReturnType<Page["getByRole"]>, except = ""): Promise<void> {
  for (const [label, value] of Object.entries(typed)) {
    if (label !== except) await expect(form.getByLabel(label, { exact: true })).toHaveValue(value);
  }
}

test.beforeEach(async ({ guild, signedInPage }) => {
  await guild.civilian("John Doe");
  await visit(signedInPage, guild, "/civilians/John%20Doe");
});

for (const amount of ["0", "-5", "2000000000", "a lot", "NaN"]) {
  test(`an amount of ${amount} is explained at its field`, async ({ signedInPage }) => {
    const form = await beginCitation(signedInPage);
    await form.getByLabel("Amount").fill(amount);
    await form.getByRole("button", { name: "Cite" }).click();
    const field = form.getByLabel("Amount");
    await expect(field).toHaveAccessibleDescription(/^Amount must be .*\(11029\)/);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(amount);
    await expectUnchanged(form, "Amount");
    await field.fill("90");
    await form.getByRole("button", { name: "Cite" }).click();
    await expect(signedInPage.getByRole("status").last()).toContainText("Created citation");
  });
}

test("a blank text is refused at its field", async ({ signedInPage }) => {
  const form = await beginCitation(signedInPage);
  await form.getByLabel("Charges").fill("   ");
  await form.getByRole("button", { name: "Cite" }).click();
  await expect(form.getByLabel("Charges")).toHaveAccessibleDescription(/^Charges .*\(11027\)/);
  await expectUnchanged(form, "Charges");
});

test("a conflict is shown at the top of the form", async ({ signedInPage, guild }) => {
  await signedInPage.locator(".page-head").getByRole("button", { name: "BOLO" }).click();
  await guild.patch("civilian/bolo", { name: "John Doe", bolo: true, reason: "Somebody was faster" });
  const form = signedInPage.getByRole("form", { name: "Raise a BOLO" });
  await form.getByLabel("Reason").fill("Armed robbery");
  await form.getByRole("button", { name: "Raise BOLO" }).click();
  await expect(form.getByRole("alert")).toContainText("There is already a BOLO for this civilian.");
  await expect(form.getByRole("alert")).toContainText("End it before you raise a new one.");
  // For support.
  await expect(form.getByRole("alert")).toContainText("Civilian already has an active BOLO (20063)");
  await expect(form.getByLabel("Reason")).toHaveValue("Armed robbery");
});

test("without a response the input stays, and the form says that the outcome is unknown", async ({
  signedInPage,
  guild,
}) => {
  const form = await beginCitation(signedInPage);
  await signedInPage.route("**/api/leo/cite", (route) => route.abort());
  await form.getByRole("button", { name: "Cite" }).click();
  await expect(form.getByRole("alert")).toContainText("The server does not respond");
  await expect(form.getByRole("alert")).toContainText("Check before you send it again");
  await expectUnchanged(form);
  await signedInPage.unroute("**/api/leo/cite");
  await form.getByRole("button", { name: "Cite" }).click();
  await expect(signedInPage.getByRole("status").last()).toContainText("Created citation");
  expect((await guild.get("leo/records", { name: "John Doe" })).citationAmount).toBe(1);
});

for (const [what, response, sentences] of [
  [
    "too many requests",
    { status: 429, headers: { "Retry-After": "7" }, json: { details: "Rate limit exceeded (20069)" } },
    ["Too many requests in a short time.", "Try again in 7 seconds.", "(20069)"],
  ],
  [
    "a busy server",
    { status: 503, headers: { "Retry-After": "1" }, json: { details: "Service is overloaded (10503)" } },
    ["The server is busy.", "Try again in 1 second.", "(10503)"],
  ],
  [
    "a broken store",
    { status: 500, json: { details: "Unable to execute request (10022)" } },
    ["The server could not save this. Nothing was changed.", "tell the operator of the server", "(10022)"],
  ],
] as const) {
  test(`${what} is explained in plain words, with the code for support`, async ({ signedInPage }) => {
    const form = await beginCitation(signedInPage);
    await signedInPage.route("**/api/leo/cite", (route) => route.fulfill(response));
    await form.getByRole("button", { name: "Cite" }).click();
    for (const sentence of sentences) await expect(form.getByRole("alert")).toContainText(sentence);
    await expectUnchanged(form);
  });
}

test("an error page of a proxy is shown by its status", async ({ signedInPage }) => {
  const form = await beginCitation(signedInPage);
  await signedInPage.route("**/api/leo/cite", (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
  );
  await form.getByRole("button", { name: "Cite" }).click();
  await expect(form.getByRole("alert")).toContainText("The server cannot be reached.");
  await expect(form.getByRole("alert")).toContainText("502");
  await expectUnchanged(form);
});

test("a double click sends one request", async ({ signedInPage, guild }) => {
  const form = await beginCitation(signedInPage);
  await signedInPage.route("**/api/leo/cite", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await form.getByRole("button", { name: "Cite" }).dblclick();
  await expect(signedInPage.getByRole("status").last()).toContainText("Created citation");
  expect((await guild.get("leo/records", { name: "John Doe" })).citationAmount).toBe(1);
});

test("a page that fails to load shows an error and a retry button", async ({ signedInPage, guild }) => {
  await guild.vehicle("John Doe", "ABC 123");
  // Without events, so that nothing but the button reads again.
  for (const path of ["vehicle/list", "events"]) await signedInPage.route(`**/api/${path}*`, (route) => route.abort());
  await visit(signedInPage, guild, "/vehicles");
  await expect(signedInPage.getByRole("alert")).toContainText("The server does not respond");
  await signedInPage.unroute("**/api/vehicle/list*");
  await signedInPage.getByRole("button", { name: "Try again" }).click();
  await expect(signedInPage.getByRole("link", { name: "ABC 123" })).toBeVisible();
});

test("the page keeps its content when a refresh fails", async ({ signedInPage, guild }) => {
  await loaded(signedInPage);
  await signedInPage.route("**/api/**", (route) => route.abort());
  await guild.cite("John Doe", "Speeding");
  await expect(signedInPage.getByRole("alert").first()).toContainText("The server does not respond");
  await expect(signedInPage.getByRole("region", { name: "ID card" })).toBeVisible();
});
