import { defineConfig } from "@playwright/test";
import { browser } from "./browser";

export default defineConfig({
  testDir: ".",
  outputDir: "../../build/browser",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 30_000,
  // Long, because other suites may run on the same two cores.
  expect: { timeout: 10_000 },
  reporter: [["line"], ["junit", { outputFile: process.env["BLOTTER_REPORT"] ?? "../../build/reports/browser.xml" }]],
  use: { ...browser, screenshot: "only-on-failure" },
});
