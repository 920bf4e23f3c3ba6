import type { Page } from "@playwright/test";
import { phone } from "./browser";
import { expect, found, loaded, test, visit } from "./fixtures";

test.use(phone);

const places = [
  "/",
  "/check?q=ABC+123",
  "/check?q=John+Doe",
  "/check?q=Nobody+of+this+long+name+is+on+file",
  "/civilians",
  "/civilians/John%20Doe",
  "/vehicles",
  "/vehicles/ABC%20123",
  "/firearms",
  "/law/arrest?name=John%20Doe",
  "/medical?name=John%20Doe",
  "/activity",
  "/board",
  "/custody",
  "/custody/impounds",
  "/penal-code",
  "/new/civilian",
];

async function expectToFit(page: Page, place: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth), place).toBeLessThanOrEqual(390);
  const small = await page.getByRole("button").evaluateAll((buttons) =>
    buttons
      .filter((button) => !button.matches(".tabs *, .change *"))
      .map((button) => ({ name: button.textContent, height: button.getBoundingClientRect().height }))
      .filter(({ height }) => height > 0 && height < 34),
  );
  expect(small, place).toEqual([]);
  await expectTidyText(page, place);
}

/** No time wraps, and no two texts in the content overlap. */
async function expectTidyText(page: Page, place: string): Promise<void> {
  const wrapped = await page
    .locator("time")
    .evaluateAll((times) => times.filter((time) => time.getClientRects().length > 1).map((time) => time.textContent));
  expect(wrapped, place).toEqual([]);
  const overlaps = await page.evaluate(() => {
    // A dialog covers the page.
    const root = document.querySelector("dialog[open]") ?? document.querySelector("main") ?? document.body;
    const clipOf = (element: Element | null): DOMRect | undefined => {
      if (!element || element === root) return undefined;
      const isClipped = getComputedStyle(element).overflowY === "hidden";
      return isClipped ? element.getBoundingClientRect() : clipOf(element.parentElement);
    };
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const shown: { text: string; box: DOMRect }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.textContent?.trim() || !node.parentElement?.checkVisibility()) continue;
      if (node.parentElement.closest(".hidden, thead, option, svg, small, label")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const clip = clipOf(node.parentElement);
      for (const box of range.getClientRects()) {
        // Long texts end after some lines.
        if (!clip || box.bottom <= clip.bottom + 1) shown.push({ text: node.textContent, box });
      }
    }
    // Lines of text may touch.
    const slack = 3;
    return shown.flatMap(({ text, box }, index) =>
      shown
        .slice(index + 1)
        .filter((other) => other.text !== text)
        .filter(
          ({ box: other }) =>
            Math.min(box.right, other.right) - Math.max(box.left, other.left) > slack &&
            Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > slack,
        )
        .map((other) => `${text.slice(0, 40)} | ${other.text.slice(0, 40)}`),
    );
  });
  expect(overlaps, place).toEqual([]);
}

test("no page is wider than a phone, and buttons are large enough", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe", { address: "An address of many words that goes on and on without an end" });
  await guild.vehicle("John Doe", "ABC 123");
  await guild.firearm("John Doe");
  await guild.post("leo/cite", {
    name: "John Doe",
    officerName: "R",
    officerID: "2",
    charges: "Speeding ".repeat(40),
    amount: 1e9,
  });
  await guild.arrest("John Doe", "Speeding ".repeat(40), 1e6);
  await guild.patch("leo/impound", { plate: "ABC 123", impound: true, fee: 1e9, releaseIn: 1e6 });
  await guild
    .withScopes("read,admin")
    .setPenalCode([{ code: "TR-04", title: "Speeding ".repeat(40), fine: 1e9, time: 1e6 }]);
  for (const place of places) {
    await visit(signedInPage, guild, place);
    await loaded(signedInPage);
    await expectToFit(signedInPage, place);
  }
});

const longName = `Bartholomew ${"Featherstonehaugh ".repeat(4)}Quillington`.slice(0, 99);

for (const [kind, size] of Object.entries({ phone: phone.viewport, desktop: { width: 1280, height: 832 } })) {
  test(`long texts wrap without overlaps on a ${kind}`, async ({ signedInPage, guild }) => {
    await signedInPage.setViewportSize(size);
    await guild.civilian(longName);
    await guild.vehicle(longName, "ABC 123");
    await guild.patch("civilian/bolo", { name: longName, bolo: true, reason: "Reasons ".repeat(60) });
    const entry = { name: longName, officerName: longName, officerID: "2", charges: "Evading ".repeat(60) };
    await guild.post("leo/arrest", { ...entry, time: 5025 });
    const profile = `/civilians/${encodeURIComponent(longName)}`;
    for (const place of [profile, "/civilians", "/vehicles", "/vehicles/ABC%20123", "/activity", "/board", "/"]) {
      await visit(signedInPage, guild, place);
      await loaded(signedInPage);
      expect(await signedInPage.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
      await expectTidyText(signedInPage, place);
    }
  });
}

test("webhooks and their dialogs fit on a phone", async ({ adminPage, admin }) => {
  // Nothing listens on this port, so there are attempts with a long error.
  const webhook = { name: "A name of many words that goes on and on", kinds: ["leo.*", "vehicle.*", "webhook.*"] };
  await admin.webhook("http://127.0.0.1:9/hook", webhook);
  await visit(adminPage, admin, "/");
  await adminPage.getByRole("button", { name: "More" }).tap();
  await adminPage.getByRole("dialog").getByRole("link", { name: "Settings" }).tap();
  await expect(adminPage.getByText("Failing")).toBeVisible();
  await expectToFit(adminPage, "the list");
  await adminPage.getByRole("button", { name: "New webhook" }).tap();
  await expectToFit(adminPage, "the form");
  await adminPage.keyboard.press("Escape");
  await adminPage.getByRole("link", { name: webhook.name }).tap();
  await expect(adminPage.getByRole("button", { name: "Webhook created" }).first()).toBeVisible();
  await expectToFit(adminPage, "the webhook");
});

test("verdicts, void entries, histories and undo fit on a phone", async ({ adminPage, admin }) => {
  const name = "Bartholomew Featherstonehaugh-Cholmondeley";
  await admin.civilian(name);
  await admin.vehicle(name, "LONG PLATE 123456", { insurance: "Expired" });
  const serial = await admin.firearm(name);
  await admin.cite(name, "Speeding ".repeat(20));
  await admin.post("leo/void", {
    name,
    kind: "citation",
    count: 1,
    reason: "Wrong person ".repeat(10),
    officerName: "Sgt. Reyes",
    officerID: "204",
  });
  await admin.raiseBolo(name, "Armed robbery ".repeat(10));
  await visit(adminPage, admin, `/civilians/${encodeURIComponent(name)}`);
  await adminPage.getByLabel("Show 1 void entry").tap();
  await expect(adminPage.getByText("Void: Wrong person")).toBeVisible();
  await expectToFit(adminPage, "the profile");
  for (const place of ["/vehicles/LONG%20PLATE%20123456", `/firearms/${serial}`, "/activity"]) {
    await visit(adminPage, admin, place);
    await expect(adminPage.getByRole("button", { name: /^Undo/ }).first()).toBeVisible();
    await loaded(adminPage);
    await expectToFit(adminPage, place);
  }
  await adminPage.getByRole("button", { name: /^Undo/ }).first().tap();
  await expectToFit(adminPage, "the question");
  await adminPage.getByRole("dialog").getByRole("button", { name: "Undo" }).tap();
  await expect(adminPage.getByText(/^Undone: /)).toBeVisible();
  await expectToFit(adminPage, "the message");
});

test("the setup page fits on a phone, and no field makes it zoom", async ({ page, start }) => {
  const program = await start();
  await page.goto(await program.link("setup"));
  await page.getByLabel("Community name").fill("A name of many words that goes on and on without an end");
  await expectToFit(page, "the form");
  const sizes = await page
    .getByRole("textbox")
    .evaluateAll((fields) => fields.map((each) => getComputedStyle(each).fontSize));
  expect(sizes).toEqual(["16px", "16px"]);
  await page.getByRole("button", { name: "Create community" }).tap();
  await expect(page.getByRole("button", { name: "Copy" })).toBeVisible();
  await expectToFit(page, "the key");
  await page.goto(`${program.url}/#/sign-in`);
  await expect(page.getByRole("form", { name: "Sign in" })).toBeVisible();
  await expectToFit(page, "sign-in");
});

test("the bottom bar links to every page", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/");
  const bar = signedInPage.getByRole("navigation", { name: "Bottom bar" });
  await expect(signedInPage.getByRole("navigation", { name: "Main", exact: true })).toBeHidden();
  for (const title of ["Check", "Civilians", "Vehicles", "Home"]) {
    await bar.getByRole("link", { name: title }).tap();
    await expect(signedInPage.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  }
  for (const title of ["Firearms", "Custody", "Law enforcement", "Medical", "Activity"]) {
    await bar.getByRole("button", { name: "More" }).tap();
    await signedInPage.getByRole("dialog").getByRole("link", { name: title }).tap();
    await expect(signedInPage.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(signedInPage.getByRole("dialog")).toBeHidden();
  }
  await bar.getByRole("button", { name: "More" }).tap();
  await signedInPage.getByRole("dialog").getByRole("button", { name: "Sign out" }).tap();
  await expect(signedInPage.getByRole("form", { name: "Sign in" })).toBeVisible();
});

test("an arrest can be entered on a phone", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await visit(signedInPage, guild, "/");
  await signedInPage.getByRole("combobox", { name: "Search" }).fill("john");
  await found(signedInPage, "John Doe").tap();
  await signedInPage.getByRole("button", { name: "Arrest" }).tap();
  const form = signedInPage.getByRole("form", { name: "Arrest" });
  for (const [label, value] of Object.entries({
    Charges: "Theft",
    Time: "60",
    Officer: "Reyes",
    "Officer ID": "2",
  })) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
  await form.getByRole("button", { name: "Arrest" }).tap();
  await expect(signedInPage.getByRole("status").last()).toContainText("Created arrest: John Doe");
});
