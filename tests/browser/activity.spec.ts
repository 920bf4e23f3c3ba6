import { expect, test, visit } from "./fixtures";
import type { Page } from "@playwright/test";

const changes = (page: Page) => page.getByRole("region", { name: "Changes" }).getByRole("listitem");

test("a change shows the values before and after", async ({ desk, guild }) => {
  await guild.civilian("John Doe");
  await guild.patch("civilian/edit", { name: "John Doe", field: "hair color", value: "Grey" });
  await visit(desk, guild, "/activity");
  await expect(changes(desk)).toHaveCount(2);
  const first = changes(desk).first();
  await expect(first).toContainText("Hair color: Brown → Grey");
  await expect(first).toContainText("desk");
  await first.getByRole("button", { name: "Civilian edited" }).click();
  const table = first.getByRole("table");
  await expect(table.getByRole("columnheader")).toHaveText(["Field", "Before", "After"]);
  await expect(table.getByRole("row").last()).toHaveText("Hair colorBrownGrey");
  await first.getByRole("button", { name: "Civilian edited" }).click();
  await expect(table).toBeHidden();
});

test("a creation has no before and a deletion no after", async ({ desk, guild }) => {
  await guild.civilian("John Doe");
  await guild.vehicle("John Doe", "ABC 123");
  const id = (await guild.get("vehicle/list")).vehicles[0].id as string;
  await fetch(`${guild.program.url}/api/vehicle/delete?vehicleID=${id}`, {
    method: "DELETE",
    headers: { Authorization: guild.key, Guild: guild.id },
  });
  await visit(desk, guild, "/activity");
  for (const [title, headers] of [
    ["Vehicle deleted", ["Field", "Before"]],
    ["Vehicle registered", ["Field", "After"]],
  ] as const) {
    const change = changes(desk).filter({ hasText: title });
    await change.getByRole("button", { name: title }).click();
    await expect(change.getByRole("columnheader")).toHaveText([...headers]);
    await expect(change.getByRole("table")).toContainText("ABC 123");
  }
});

test("filters by kind, civilian, key and day are in the URL", async ({ desk, guild, program }) => {
  await guild.civilian("John Doe");
  await guild.civilian("Jane Roe");
  await guild.vehicle("John Doe", "ABC 123");
  await visit(desk, guild, "/activity");
  await desk.getByLabel("Kind").selectOption("Vehicle registered");
  await expect(changes(desk)).toHaveCount(1);
  await expect(desk).toHaveURL(/kind=vehicle\.created/);
  await desk.reload();
  await expect(changes(desk)).toHaveCount(1);
  await desk.getByLabel("Kind").selectOption("All");
  await expect(changes(desk)).toHaveCount(3);

  await desk.getByLabel("From").fill("2000-01-01");
  await desk.getByLabel("Before").fill("2000-01-02");
  await expect(desk.getByText("No changes found.")).toBeVisible();
  await desk.getByLabel("Before").fill("");
  await expect(changes(desk)).toHaveCount(3);

  await visit(desk, guild, "/civilians/John%20Doe");
  await desk.getByRole("region", { name: "History" }).getByRole("link", { name: "All changes" }).click();
  await expect(changes(desk)).toHaveCount(2);
  await desk.getByRole("link", { name: "Remove filter: John Doe" }).click();
  await expect(changes(desk)).toHaveCount(3);

  const key = program.createKey([guild.id], "--name", "other");
  const other = Object.create(guild, { key: { value: key } }) as typeof guild;
  await other.civilian("Joe Public");
  await desk.reload();
  await changes(desk).first().getByRole("link", { name: "other" }).click();
  await expect(changes(desk)).toHaveCount(1);
  await expect(desk.getByRole("link", { name: "Remove filter: other" })).toBeVisible();
});

test("older changes are on later pages", async ({ desk, guild }) => {
  await guild.civilian("John Doe");
  const entry = { name: "John Doe", officerName: "Reyes", officerID: "2", amount: 5 };
  for (let count = 1; count <= 60; ++count) await guild.post("leo/cite", { ...entry, charges: `Charge ${count}` });
  await visit(desk, guild, "/activity");
  await expect(changes(desk)).toHaveCount(50);
  await desk.getByRole("link", { name: "Older" }).click();
  await expect(changes(desk)).toHaveCount(11);
  await expect(changes(desk).last()).toContainText("Civilian created");
  await desk.getByRole("link", { name: "Newer" }).click();
  await expect(changes(desk).first()).toContainText("Charge 60");
});
