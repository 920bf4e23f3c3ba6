// The order of lists.
import { phone } from "./browser";
import { expect, test, visit } from "./fixtures";
import type { Page } from "@playwright/test";

const table = (page: Page, name: string) => page.getByRole("table", { name });
const column = (page: Page, name: string) => page.getByRole("columnheader", { name });
const sorter = (page: Page, name: string) => column(page, name).getByRole("button");

/** The texts of a column, in the shown order. */
async function expectCells(page: Page, list: string, index: number, texts: readonly string[]): Promise<void> {
  const rows = table(page, list).getByRole("rowgroup").last().getByRole("row");
  await expect(rows).toHaveCount(texts.length);
  await expect(rows.locator(`td:nth-child(${index})`)).toHaveText([...texts]);
}

test("the newest records come first, and one click shows the oldest first", async ({ signedInPage, guild }) => {
  for (const name of ["Ann", "Bob", "Cyd"]) await guild.civilian(name);
  for (const plate of ["A 1", "A 2", "A 3"]) await guild.vehicle("Ann", plate);
  const serials = [await guild.firearm("Ann"), await guild.firearm("Ann")];
  for (const [place, list, newest] of [
    ["civilians", "Civilians", ["Cyd", "Bob", "Ann"]],
    ["vehicles", "Vehicles", ["A 3", "A 2", "A 1"]],
    ["firearms", "Firearms", [...serials].reverse()],
  ] as const) {
    await visit(signedInPage, guild, `/${place}`);
    await expectCells(signedInPage, list, 1, newest);
    await expect(column(signedInPage, "Added")).toHaveAttribute("aria-sort", "descending");
    await sorter(signedInPage, "Added").click();
    await expectCells(signedInPage, list, 1, [...newest].reverse());
    await expect(signedInPage).toHaveURL(/sort=added/);
  }
});

test("a list is sorted by any column with the keyboard, and the URL keeps that", async ({ signedInPage, guild }) => {
  for (const name of ["Unit 10", "Ömer", "unit 9", "Zoe", "Omar"]) await guild.civilian(name);
  await guild.raiseBolo("Zoe", "Theft");
  await visit(signedInPage, guild, "/civilians");
  await sorter(signedInPage, "Name").focus();
  await signedInPage.keyboard.press("Enter");
  const up = ["Omar", "Ömer", "unit 9", "Unit 10", "Zoe"];
  await expectCells(signedInPage, "Civilians", 1, up);
  await expect(column(signedInPage, "Name")).toHaveAttribute("aria-sort", "ascending");
  await expect(column(signedInPage, "Added")).not.toHaveAttribute("aria-sort");
  await expect(sorter(signedInPage, "Name")).toBeFocused();
  await signedInPage.keyboard.press("Space");
  await expectCells(signedInPage, "Civilians", 1, [...up].reverse());
  await expect(column(signedInPage, "Name")).toHaveAttribute("aria-sort", "descending");
  await expect(signedInPage).toHaveURL(/sort=-name/);
  await signedInPage.reload();
  await expectCells(signedInPage, "Civilians", 1, [...up].reverse());
  // Filters keep the order.
  await signedInPage.getByLabel("Name starts with").fill("unit");
  await expectCells(signedInPage, "Civilians", 1, ["Unit 10", "unit 9"]);
  await signedInPage.getByLabel("Name starts with").fill("");
  // Rows with the same value are newest first.
  await sorter(signedInPage, "State").click();
  await expectCells(signedInPage, "Civilians", 1, ["Zoe", "Omar", "unit 9", "Ömer", "Unit 10"]);
});

test("a list in an order of its own has pages, and follows changes by others", async ({ signedInPage, guild }) => {
  const names = Array.from({ length: 30 }, (_, index) => `Person ${index + 1}`);
  for (const name of names) await guild.civilian(name);
  await visit(signedInPage, guild, "/civilians?sort=name");
  await expectCells(signedInPage, "Civilians", 1, names.slice(0, 25));
  await signedInPage.getByRole("link", { name: "Next" }).click();
  await expectCells(signedInPage, "Civilians", 1, names.slice(25));
  await expect(signedInPage.getByText("26–30 of 30")).toBeVisible();
  await expect(signedInPage.locator("tr.fresh")).toHaveCount(0);
  await guild.civilian("Person 31");
  await expectCells(signedInPage, "Civilians", 1, [...names.slice(25), "Person 31"]);
  // Another order begins with its first page.
  await sorter(signedInPage, "Name").click();
  await expect(signedInPage.getByText("1–25 of 31")).toBeVisible();
  await expect(signedInPage.getByRole("link", { name: "Person 31" })).toBeVisible();
});

test("with more than 1,000 records only the server's order is offered, and a sentence says why", async ({
  signedInPage,
  guild,
}) => {
  const amount = 1001;
  for (let made = 0; made < amount; made += 77) {
    const names = Array.from({ length: Math.min(77, amount - made) }, (_, index) => `Person ${made + index + 1}`);
    await Promise.all(names.map((name) => guild.civilian(name)));
  }
  await visit(signedInPage, guild, "/civilians?sort=name");
  await expect(signedInPage.getByText("Sorting needs at most 1,000 results. Filter first.")).toBeVisible();
  await expect(signedInPage).toHaveURL(/civilians$/);
  await expect(signedInPage.getByText("1–25 of 1,001")).toBeVisible();
  await expect(sorter(signedInPage, "Name")).toHaveCount(0);
  await expect(sorter(signedInPage, "Added")).toBeVisible();
  await signedInPage.getByLabel("Name starts with").fill("person 99");
  await expect(signedInPage.getByText("11 civilians")).toBeVisible();
  await sorter(signedInPage, "Name").click();
  const few = ["Person 99", ...Array.from({ length: 10 }, (_, index) => `Person 99${index}`)];
  await expectCells(signedInPage, "Civilians", 1, few);
});

test("webhooks are sorted too", async ({ adminPage, admin, receiver }) => {
  for (const name of ["Bot 10", "Bot 9"]) await admin.webhook(receiver.url, { name });
  await visit(adminPage, admin, "/settings");
  const names = table(adminPage, "Webhooks").getByRole("link");
  await sorter(adminPage, "Webhook").click();
  await expect(names).toHaveText(["Bot 9", "Bot 10"]);
  await sorter(adminPage, "Webhook").click();
  await expect(names).toHaveText(["Bot 10", "Bot 9"]);
});

test.describe("on a phone", () => {
  test.use(phone);
  test("the order is chosen from a list", async ({ signedInPage, guild }) => {
    for (const name of ["Bob", "Ann", "Cyd"]) await guild.civilian(name);
    await visit(signedInPage, guild, "/civilians");
    const choice = signedInPage.getByLabel("Sort by");
    await expect(choice).toHaveValue("-Added");
    await choice.selectOption("Name, descending");
    await expectCells(signedInPage, "Civilians", 1, ["Cyd", "Bob", "Ann"]);
    await choice.selectOption("Added, oldest first");
    await expectCells(signedInPage, "Civilians", 1, ["Bob", "Ann", "Cyd"]);
    await expect(sorter(signedInPage, "Name")).toHaveCount(0);
  });
});
