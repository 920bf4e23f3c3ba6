// The API reference at /docs: it shows all operations, and they can be tried out.
import { execFileSync } from "node:child_process";
import { expect, test } from "./fixtures";
import type { Guild } from "./program";
import type { Locator, Page } from "@playwright/test";

interface Document {
  paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
}

async function open(page: Page, guild: Guild): Promise<void> {
  await page.goto(`${guild.program.url}/docs`);
  await expect(page.locator(".opblock").first()).toBeVisible();
}

async function enter(page: Page, { id, key }: Pick<Guild, "id" | "key">): Promise<void> {
  await page.getByLabel("Guild", { exact: true }).fill(id);
  await page.getByLabel("Key", { exact: true }).fill(key);
}

/** Opens an operation and returns its part of the page. */
async function operation(page: Page, method: string, path: string): Promise<Locator> {
  const block = page.locator(`.opblock-${method}`).filter({ has: page.locator(`[data-path="${path}"]`) });
  await block.locator(".opblock-summary-control").click();
  return block;
}

async function execute(block: Locator): Promise<Locator> {
  await block.getByRole("button", { name: "Execute" }).click();
  return block.getByRole("region", { name: "Response" });
}

function snippets(block: Locator) {
  const section = block.getByRole("region", { name: "Snippets" });
  return async (language: string): Promise<string> => {
    await section.getByRole("button", { name: language }).click();
    return (await section.locator("pre").textContent()) ?? "";
  };
}

test("every operation of the document is shown", async ({ page, guild }) => {
  const document = (await (await fetch(`${guild.program.url}/openapi.json`)).json()) as Document;
  const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
  await open(page, guild);
  await expect(page.locator(".opblock")).toHaveCount(operations.length);
});

test("a lookup can be tried out with a query string", async ({ page, guild }) => {
  await guild.civilian("John Doe");
  await open(page, guild);
  await enter(page, guild);
  const block = await operation(page, "get", "/api/civilian/info");
  await block.getByLabel("name", { exact: true }).fill("john doe");
  const response = await execute(block);
  await expect(response.locator(".status")).toHaveText("200");
  await expect(response.locator("pre").first()).toContainText('"civilianName": "John Doe"');
  await expect(response).toContainText("/api/civilian/info?name=john%20doe");
});

test("a change can be tried out with the unchanged example", async ({ page, guild }) => {
  await open(page, guild);
  await enter(page, guild);
  const block = await operation(page, "post", "/api/civilian/create");
  const response = await execute(block);
  await expect(response.locator(".status")).toHaveText("201");
  expect((await guild.get("civilian/info", { name: "John Doe" })).civilian[0].civilianName).toBe("John Doe");
});

test("an edit can be tried out with a changed body", async ({ page, guild }) => {
  await guild.civilian("Jane Roe");
  await open(page, guild);
  await enter(page, guild);
  const block = await operation(page, "patch", "/api/civilian/edit");
  await block.locator("textarea").fill('{"name": "Jane Roe", "field": "age", "value": 41}');
  await expect((await execute(block)).locator(".status")).toHaveText("201");
  expect((await guild.get("civilian/info", { name: "Jane Roe" })).civilian[0].civilianAge).toBe(41);
});

test("without a key the response is 403 with a hint", async ({ page, guild }) => {
  await open(page, guild);
  const block = await operation(page, "get", "/api/civilian/list");
  const response = await execute(block);
  await expect(response).toContainText("Unauthorised guild access (20058)");
  await expect(response.locator(".hint")).not.toBeEmpty();
});

const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));
const storedForTab = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

test("key and guild are kept for the tab, and can be cleared", async ({ page, guild }) => {
  await open(page, guild);
  await enter(page, guild);
  await page.reload();
  await expect(page.getByLabel("Key", { exact: true })).toHaveValue(guild.key);
  await expect(page.getByLabel("Guild", { exact: true })).toHaveValue(guild.id);
  expect(await stored(page)).not.toContain(guild.key);
  const block = await operation(page, "get", "/api/key");
  await expect((await execute(block)).locator(".status")).toHaveText("200");

  await page.getByRole("button", { name: "Clear both" }).click();
  await expect(page.getByLabel("Key", { exact: true })).toHaveValue("");
  expect((await stored(page)) + (await storedForTab(page))).not.toContain(guild.key);
  await expect((await execute(block)).locator(".status")).toHaveText("403");
});

test("key and guild are kept after the tab closes only if remembered", async ({ page, guild }) => {
  await open(page, guild);
  await enter(page, guild);
  await page.getByLabel("Remember in this browser").check();
  const later = await page.context().newPage();
  await open(later, guild);
  await expect(later.getByLabel("Key", { exact: true })).toHaveValue(guild.key);
  await later.getByLabel("Remember in this browser").uncheck();
  expect(await stored(later)).not.toContain(guild.key);
});

test("the reference uses the key of the console, and signing out removes it from both", async ({ page, guild }) => {
  await page.goto(guild.program.url);
  await page.getByLabel("Guild", { exact: true }).fill(guild.id);
  await page.getByLabel("Key", { exact: true }).fill(guild.key);
  await page.getByLabel("Remember").check();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  await open(page, guild);
  await expect(page.getByLabel("Key", { exact: true })).toHaveValue(guild.key);
  await page.goto(guild.program.url);
  await page.getByRole("button", { name: "Sign out" }).click();
  await open(page, guild);
  await expect(page.getByLabel("Key", { exact: true })).toHaveValue("");
  expect((await stored(page)) + (await storedForTab(page))).not.toContain(guild.key);
});

test("credentials stored by an older version are removed", async ({ page, guild }) => {
  await page.goto(`${guild.program.url}/docs`);
  await page.evaluate((key) => localStorage.setItem("blotter.docs", JSON.stringify({ key, guild: "1" })), guild.key);
  await open(page, guild);
  expect(await stored(page)).not.toContain(guild.key);
});

test("snippets contain the server's URL and the entered values", async ({ page, guild }) => {
  await open(page, guild);
  const block = await operation(page, "get", "/api/civilian/info");
  const snippet = snippets(block);
  for (const language of ["curl", "JavaScript", "Python", "FiveM Lua"]) {
    const text = await snippet(language);
    expect(text).toContain(`${guild.program.url}/api/civilian/info?name=John%20Doe`);
    expect(text).toContain("YOUR_KEY");
    expect(text).toContain("YOUR_GUILD");
  }
  await enter(page, guild);
  await page.getByRole("button", { name: "Show key" }).click();
  await block.getByLabel("name", { exact: true }).fill("Jane O'Roe");
  for (const language of ["curl", "JavaScript", "Python", "FiveM Lua"]) {
    const text = await snippet(language);
    expect(text).toContain("Jane%20O");
    expect(text).toContain(guild.key);
    expect(text).toContain(guild.id);
  }
});

test("snippets run in their languages", async ({ page, guild }) => {
  await guild.civilian("John Doe");
  await open(page, guild);
  await enter(page, guild);
  await page.getByRole("button", { name: "Show key" }).click();
  const look = snippets(await operation(page, "get", "/api/civilian/info"));
  const cite = snippets(await operation(page, "post", "/api/leo/cite"));
  const run = {
    curl: (text: string) => execFileSync("bash", ["-c", text], { encoding: "utf8" }),
    JavaScript: (text: string) => execFileSync("node", ["--input-type=module", "-e", text], { encoding: "utf8" }),
    Python: (text: string) => execFileSync("/usr/bin/python3", ["-c", text], { encoding: "utf8" }),
  };
  for (const [language, paste] of Object.entries(run)) {
    expect(paste(await look(language))).toContain("John Doe");
    expect(paste(await cite(language))).toContain("Created citation");
  }
  expect((await guild.get("leo/records", { name: "John Doe" })).citationAmount).toBe(3);
});

test("the FiveM snippet is Lua for the same request", async ({ page, guild }) => {
  await open(page, guild);
  await enter(page, guild);
  await page.getByRole("button", { name: "Show key" }).click();
  const text = await snippets(await operation(page, "post", "/api/leo/cite"))("FiveM Lua");
  expect(text).toContain(`PerformHttpRequest("${guild.program.url}/api/leo/cite", function(status, body)`);
  expect(text).toContain('"POST", json.encode({ ["name"] = "John Doe", ');
  expect(text).toContain(`["Authorization"] = "${guild.key}"`);
  expect(text).toContain("players must never see the key");
});

test("the key is hidden unless it is to be shown, and a copy over plain HTTP has it", async ({ page, guild }) => {
  // Browsers have no clipboard API on pages that come over plain HTTP.
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await open(page, guild);
  await enter(page, guild);
  const block = await operation(page, "get", "/api/civilian/list");
  const code = block.locator(".snippets pre");
  await expect(page.getByLabel("Key", { exact: true })).toHaveAttribute("type", "password");
  await expect(code).toContainText("Authorization: ••••");
  await expect(page.locator("#content")).not.toContainText(guild.key);

  await block.getByRole("button", { name: "Copy" }).click();
  await expect(block.getByRole("button", { name: "Copied" })).toBeFocused();
  const filter = page.getByLabel("Filter operations");
  await filter.focus();
  await page.keyboard.press("Control+V");
  expect(await filter.inputValue()).toContain(`Authorization: ${guild.key}`);
  await filter.clear();

  await page.getByRole("button", { name: "Show key" }).click();
  await expect(page.getByLabel("Key", { exact: true })).toHaveAttribute("type", "text");
  await expect(code).toContainText(`Authorization: ${guild.key}`);
  await page.getByRole("button", { name: "Hide key" }).click();
  await expect(code).not.toContainText(guild.key);
});

test("a tab that the console opens has its key, though it is not remembered", async ({ page, guild }) => {
  await page.goto(guild.program.url);
  await page.getByLabel("Guild", { exact: true }).fill(guild.id);
  await page.getByLabel("Key", { exact: true }).fill(guild.key);
  await page.getByRole("button", { name: "Sign in" }).click();
  for (const how of [{ modifiers: ["ControlOrMeta"] }, { button: "middle" }] as const) {
    const opened = page.context().waitForEvent("page");
    await page.getByLabel("Main").getByRole("link", { name: "API" }).click(how);
    const reference = await opened;
    await expect(reference.getByLabel("Key", { exact: true })).toHaveValue(guild.key);
    expect(await reference.evaluate(() => window.opener as unknown)).toBeNull();
    expect(await stored(reference)).not.toContain(guild.key);
    await reference.close();
  }
  await page.getByLabel("Main").getByRole("link", { name: "API" }).click();
  await expect(page.getByLabel("Key", { exact: true })).toHaveValue(guild.key);
});

test("events can be tried out: they come as a page, so the request ends", async ({ page, guild }) => {
  await guild.civilian("John Doe");
  await open(page, guild);
  await enter(page, guild);
  const block = await operation(page, "get", "/api/events");
  const response = await execute(block);
  await expect(response.locator(".status")).toHaveText("200");
  await expect(response.locator("pre").first()).toContainText('"civilian.created"');
});

test("operations are grouped, and can be filtered and linked to", async ({ page, guild }) => {
  await page.goto(`${guild.program.url}/docs#/leo/leo.impound_state`);
  await expect(page.locator(".opblock.is-open .opblock-summary-path")).toHaveText("/api/leo/impound");
  await page.getByRole("navigation").getByRole("link", { name: "Medical" }).click();
  await expect(page.getByRole("heading", { name: "Medical" })).toBeInViewport();
  await page.keyboard.press("Escape");
  await page.getByLabel("Filter operations").fill("admission");
  await expect(page.locator(".opblock-summary-path")).toHaveText(["/api/medical/records", "/api/medical/admit"]);
  await page.getByLabel("Filter operations").fill("");
  await page.locator(".opblock-summary-control").first().press("Enter");
  await expect(page).toHaveURL(/#\/civilian\/civilian\.info$/);
  await page.getByRole("link", { name: "Console" }).click();
  await expect(page.getByRole("form", { name: "Sign in" })).toBeVisible();
});
