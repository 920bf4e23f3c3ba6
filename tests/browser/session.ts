// Where a user is before and after signing in: the form, the console, and what the browser stores.
import { expect } from "@playwright/test";
import type { BrowserContext, Page } from "@playwright/test";
import type { Program } from "./program";

export const home = (page: Page) => page.getByRole("heading", { name: "Home", level: 1 });
export const signInForm = (page: Page) => page.getByRole("form", { name: "Sign in" });
export const rail = (page: Page) => page.getByRole("navigation", { name: "Main", exact: true });
export const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
export const secretOf = (link: string) => link.slice(link.lastIndexOf("/") + 1);

export async function clipboard(page: Page): Promise<string> {
  await page.context().grantPermissions(["clipboard-read"]);
  return page.evaluate(() => navigator.clipboard.readText());
}

export async function isSignedInInNewTab(context: BrowserContext, program: Program): Promise<boolean> {
  const other = await context.newPage();
  await other.goto(program.url);
  await expect(home(other).or(signInForm(other))).toBeVisible();
  return home(other).isVisible();
}
