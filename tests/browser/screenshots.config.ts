import { defineConfig } from "@playwright/test";
import { browser } from "./browser";

/** ./dev screenshots */
export default defineConfig({
  testMatch: "screenshots.ts",
  outputDir: "../../build/browser",
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  reporter: "line",
  use: browser,
});
