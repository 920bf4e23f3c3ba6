import { expect, test, visit } from "./fixtures";
import type { Page } from "@playwright/test";

const changes = (page: Page) => page.getByRole("region", { name: "Changes" }).getByRole("listitem");

test("a change shows the values before and after", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await guild.patch("civilian/edit", { name: "John Doe", field: "hair color", value: "Grey" });
  await visit(signedInPage, guild, "/activity");
  await expect(changes(signedInPage)).toHaveCount(2);
  const first = changes(signedInPage).first();
  await expect(first).toContainText("Hair color: Brown → Grey");
  await expect(first).toContainText("front desk");
  await first.getByRole("button", { name: "Civilian edited" }).click();
  const table = first.getByRole("table");
  await expect(table.getByRole("columnheader")).toHaveText(["Field", "Before", "After"]);
  await expect(table.getByRole("row").last()).toHaveText("Hair colorBrownGrey");
  await first.getByRole("button", { name: "Civilian edited" }).click();
  await expect(table).toBeHidden();
});

test("a creation has no before and a deletion no after", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await guild.vehicle("John Doe", "ABC 123");
  const id = (await guild.get("vehicle/list")).vehicles[0].id as string;
  await fetch(`${guild.program.url}/api/vehicle/delete?vehicleID=${id}`, {
    method: "DELETE",
    headers: { Authorization: guild.key, Guild: guild.id },
  });
  await visit(signedInPage, guild, "/activity");
  for (const [title, headers] of [
    ["Vehicle deleted", ["Field", "Before"]],
    ["Vehicle registered", ["Field", "After"]],
  ] as const) {
    const change = changes(signedInPage).filter({ hasText: title });
    await change.getByRole("button", { name: title }).click();
    await expect(change.getByRole("columnheader")).toHaveText([...headers]);
    await expect(change.getByRole("table")).toContainText("ABC 123");
  }
});

test("filters by kind, civilian, key and day are in the URL", async ({ signedInPage, guild, program }) => {
  await guild.civilian("John Doe");
  await guild.civilian("Jane Roe");
  await guild.vehicle("John Doe", "ABC 123");
  await visit(signedInPage, guild, "/activity");
  await signedInPage.getByLabel("Kind").selectOption("Vehicle registered");
  await expect(changes(signedInPage)).toHaveCount(1);
  await expect(signedInPage).toHaveURL(/kind=vehicle\.created/);
  await signedInPage.reload();
  await expect(changes(signedInPage)).toHaveCount(1);
  await signedInPage.getByLabel("Kind").selectOption("All");
  await expect(changes(signedInPage)).toHaveCount(3);

  await signedInPage.getByLabel("From").fill("2000-01-01");
  await signedInPage.getByLabel("Before").fill("2000-01-02");
  await expect(signedInPage.getByText("No changes found.")).toBeVisible();
  await signedInPage.getByLabel("Before").fill("");
  await expect(changes(signedInPage)).toHaveCount(3);

  await visit(signedInPage, guild, "/civilians/John%20Doe");
  await signedInPage.getByRole("region", { name: "History" }).getByRole("link", { name: "All changes" }).click();
  await expect(changes(signedInPage)).toHaveCount(2);
  await signedInPage.getByRole("link", { name: "Remove filter: John Doe" }).click();
  await expect(changes(signedInPage)).toHaveCount(3);

  const key = program.createKey([guild.id], "--name", "other");
  const other = Object.create(guild, { key: { value: key } }) as typeof guild;
  await other.civilian("Joe Public");
  await signedInPage.reload();
  await changes(signedInPage).first().getByRole("link", { name: "other" }).click();
  await expect(changes(signedInPage)).toHaveCount(1);
  await expect(signedInPage.getByRole("link", { name: "Remove filter: other" })).toBeVisible();
});

test("older changes are on later pages", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  const entry = { name: "John Doe", officerName: "Reyes", officerID: "2", amount: 5 };
  for (let count = 1; count <= 60; ++count) await guild.post("leo/cite", { ...entry, charges: `Charge ${count}` });
  await visit(signedInPage, guild, "/activity");
  await expect(changes(signedInPage)).toHaveCount(50);
  await signedInPage.getByRole("link", { name: "Older" }).click();
  await expect(changes(signedInPage)).toHaveCount(11);
  await expect(changes(signedInPage).last()).toContainText("Civilian created");
  await signedInPage.getByRole("link", { name: "Newer" }).click();
  await expect(changes(signedInPage).first()).toContainText("Charge 60");
});
