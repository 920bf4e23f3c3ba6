import { expect, found, test, visit } from "./fixtures";
import type { Page } from "@playwright/test";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1, exact: true });
const toast = (page: Page) => page.getByRole("status").last();
const action = (page: Page, name: string) => page.locator(".page-head").getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");

test.beforeEach(async ({ guild }) => {
  await guild.civilian("John Doe");
});

test("vehicles are listed, filtered by owner and state", async ({ signedInPage, guild }) => {
  await guild.civilian("Jane Roe");
  await guild.vehicle("John Doe", "AAA 1");
  await guild.vehicle("John Doe", "AAA 2", { insurance: "None" });
  await guild.vehicle("Jane Roe", "BBB 1");
  await guild.patch("vehicle/edit", { name: "Jane Roe", field: "stole", value: true });
  await guild.patch("leo/impound", { plate: "AAA 2", impound: true, fee: 5 });
  await visit(signedInPage, guild, "/vehicles");
  await expect(signedInPage.getByText("3 vehicles")).toBeVisible();
  await expect(signedInPage.getByRole("row").filter({ hasText: "AAA 2" })).toContainText("Impounded");
  await expect(signedInPage.getByRole("row").filter({ hasText: "AAA 2" })).toContainText("None");
  await signedInPage.getByLabel("Owner").fill("john doe");
  await expect(signedInPage.getByText("2 vehicles")).toBeVisible();
  await signedInPage.getByLabel("Impounded").selectOption("No");
  await expect(signedInPage.getByText("1 vehicle", { exact: true })).toBeVisible();
  await visit(signedInPage, guild, "/vehicles?stolen=true");
  await expect(signedInPage.getByRole("link", { name: "BBB 1" })).toBeVisible();
  await expect(signedInPage.getByText("1 vehicle", { exact: true })).toBeVisible();
});

test("a plate is found in any spelling; an unknown one shows an error", async ({ signedInPage, guild }) => {
  await guild.vehicle("John Doe", "48 ABC 123");
  await visit(signedInPage, guild, "/vehicles");
  await signedInPage.getByLabel("Look up a plate").fill("48abc123");
  await signedInPage.getByRole("button", { name: "Look up" }).click();
  await expect(heading(signedInPage, "48 ABC 123")).toBeVisible();
  await expect(signedInPage.getByRole("region", { name: "Vehicle" })).toContainText("Midnight blue, Metallic");
  await visit(signedInPage, guild, "/vehicles/NOPE");
  await expect(signedInPage.getByRole("alert")).toContainText("No such vehicle is registered.");
});

test("a vehicle is registered from its owner's profile", async ({ signedInPage, guild }) => {
  await visit(signedInPage, guild, "/civilians/John%20Doe");
  await signedInPage.getByRole("region", { name: "Vehicles" }).getByRole("link", { name: "Register" }).click();
  const form = signedInPage.getByRole("form", { name: "New vehicle" });
  await expect(form.getByLabel("Owner")).toHaveValue("John Doe");
  await form.getByLabel("Plate").fill("48 ABC 123");
  await form.getByLabel("Model").fill("Sultan RS");
  await form.getByText("More details").click();
  await form.getByLabel("Color").fill("Red");
  await form.getByLabel("Paint").selectOption("Matte");
  await form.getByLabel("Registration").selectOption("Valid");
  await form.getByLabel("Insurance").selectOption("None");
  await form.getByRole("button", { name: "Register vehicle" }).click();
  await expect(toast(signedInPage)).toContainText("Created vehicle: 48 ABC 123");
  await expect(heading(signedInPage, "48 ABC 123")).toBeVisible();
  expect((await guild.get("vehicle/plate", { plate: "48ABC123" })).vehicle[0]).toMatchObject({
    civilianName: "John Doe",
    model: "Sultan RS",
    color: "Red",
    colorType: "Matte",
    insurance: "None",
  });
});

test("owners are suggested while typing", async ({ signedInPage, guild }) => {
  await guild.civilian("Johanna Deer");
  await visit(signedInPage, guild, "/new/vehicle");
  await signedInPage.getByLabel("Owner").pressSequentially("joh");
  await expect(found(signedInPage)).toHaveCount(2);
  await expect(found(signedInPage, "Johanna Deer")).toBeVisible();
  await found(signedInPage, "John Doe").click();
  await expect(signedInPage.getByLabel("Owner")).toHaveValue("John Doe");
});

test("a taken plate and an unknown owner show errors at their fields", async ({ signedInPage, guild }) => {
  await guild.vehicle("John Doe", "ABC 123");
  await visit(signedInPage, guild, "/new/vehicle?name=John%20Doe");
  const form = signedInPage.getByRole("form", { name: "New vehicle" });
  await form.getByLabel("Plate").fill("abc123");
  await form.getByLabel("Model").fill("Sultan RS");
  await form.getByRole("button", { name: "Register vehicle" }).click();
  await expect(form.getByLabel("Plate")).toHaveAccessibleDescription(/^Another vehicle has this plate\..*\(20061\)/);
  await form.getByLabel("Owner").fill("Nobody");
  await form.getByRole("button", { name: "Register vehicle" }).click();
  await expect(form.getByLabel("Owner")).toHaveAccessibleDescription(/^No civilian has this name\..*\(10023\)/);
  await expect(form.getByLabel("Plate")).toHaveAttribute("aria-invalid", "false");
});

test("color, registration and insurance are edited", async ({ signedInPage, guild }) => {
  await guild.vehicle("John Doe", "ABC 123");
  await guild.vehicle("John Doe", "ABC 124");
  await visit(signedInPage, guild, "/vehicles/ABC%20123");
  await action(signedInPage, "Edit").click();
  await dialog(signedInPage).getByLabel("Color").fill("Lime");
  await dialog(signedInPage).getByLabel("Insurance").selectOption("Expired");
  await dialog(signedInPage).getByRole("button", { name: "Save" }).click();
  await expect(toast(signedInPage)).toContainText("Updated vehicle color, Updated vehicle insurance: ABC 123");
  await expect(signedInPage.getByRole("region", { name: "Vehicle" })).toContainText("Lime");
  expect((await guild.get("vehicle/plate", { plate: "ABC 123" })).vehicle[0].insurance).toBe("Expired");
  expect((await guild.get("vehicle/plate", { plate: "ABC 124" })).vehicle[0].insurance).toBe("Valid");
});

test("a vehicle is marked as stolen and as found", async ({ signedInPage, guild }) => {
  await guild.vehicle("John Doe", "ABC 123");
  await visit(signedInPage, guild, "/vehicles/ABC%20123");
  await action(signedInPage, "Mark as stolen").click();
  await dialog(signedInPage).getByRole("button", { name: "Mark as stolen" }).click();
  await expect(signedInPage.locator(".page-head")).toContainText("Stolen");
  await action(signedInPage, "Mark as found").click();
  await dialog(signedInPage).getByRole("button", { name: "Mark as found" }).click();
  await expect(action(signedInPage, "Mark as stolen")).toBeVisible();
  expect((await guild.get("vehicle/plate", { plate: "ABC 123" })).vehicle[0].stolen).toBe(false);
});

test("a vehicle is impounded with a fee and released", async ({ signedInPage, guild }) => {
  await guild.vehicle("John Doe", "ABC 123");
  await visit(signedInPage, guild, "/vehicles/ABC%20123");
  await action(signedInPage, "Impound").click();
  await dialog(signedInPage).getByLabel("Fee").fill("1500");
  await dialog(signedInPage).getByRole("button", { name: "Impound" }).click();
  await expect(toast(signedInPage)).toContainText("Impounded vehicle: ABC 123");
  await expect(signedInPage.getByRole("region", { name: "Vehicle" })).toContainText("Yes, fee 1,500");
  await action(signedInPage, "Release").click();
  await expect(dialog(signedInPage)).toContainText("1,500");
  await dialog(signedInPage).getByRole("button", { name: "Release" }).click();
  await expect(action(signedInPage, "Impound")).toBeVisible();
  expect((await guild.get("leo/impound", { plate: "ABC 123" })).impounded).toBe(false);
});

test("a fee may be left out", async ({ signedInPage, guild }) => {
  await guild.vehicle("John Doe", "ABC 123");
  await visit(signedInPage, guild, "/vehicles/ABC%20123");
  await action(signedInPage, "Impound").click();
  await dialog(signedInPage).getByRole("button", { name: "Impound" }).click();
  await expect(signedInPage.getByRole("region", { name: "Vehicle" })).toContainText("Yes, fee 0");
});

test("a vehicle is deleted after confirmation", async ({ signedInPage, guild }) => {
  await guild.vehicle("John Doe", "ABC 123");
  await visit(signedInPage, guild, "/vehicles/ABC%20123");
  await action(signedInPage, "Delete").click();
  await dialog(signedInPage).getByRole("button", { name: "Delete vehicle" }).click();
  await expect(toast(signedInPage)).toContainText("Deleted vehicle: ABC 123");
  await expect(heading(signedInPage, "Vehicles")).toBeVisible();
  expect(await guild.status("vehicle/plate", { plate: "ABC 123" })).toBe(404);
});
