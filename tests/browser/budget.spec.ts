// Limits for the size of the first visit, and for layout shifts.
import { expect, loaded, signIn, test, visit } from "./fixtures";

const coldLoadMax = 150 * 1024;

test("a cold load of the console fetches less than 150 KB, compressed", async ({ context, page, guild }) => {
  await guild.civilian("John Doe");
  await signIn(context, guild);
  const sizes: Record<string, number> = {};
  page.on("requestfinished", async (request) => {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    sizes[request.url()] = responseBodySize + responseHeadersSize;
  });
  await visit(page, guild, "/");
  await expect(page.getByRole("region", { name: "Latest changes" }).getByRole("listitem")).toHaveCount(1);
  await loaded(page);
  const files = Object.keys(sizes).filter((url) => url.includes("/assets/"));
  expect(files.length).toBeGreaterThan(1);
  expect(Object.values(sizes).reduce((sum, size) => sum + size, 0)).toBeLessThan(coldLoadMax);
  expect(Math.min(...Object.values(sizes))).toBeGreaterThan(0);
});

test("files of the console are compressed and cached", async ({ context, page, guild }) => {
  await signIn(context, guild);
  const encodings = new Set<string | undefined>();
  page.on("response", (response) => {
    if (response.url().includes("/assets/")) encodings.add(response.headers()["content-encoding"]);
  });
  await visit(page, guild, "/");
  await expect(page.getByRole("heading", { name: "Home" })).toBeVisible();
  expect([...encodings]).toEqual(["gzip"]);

  const second = await context.newPage();
  await visit(second, guild, "/");
  await expect(second.getByRole("heading", { name: "Home" })).toBeVisible();
  const fetched = await second.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name, transferSize }) => name.includes("/assets/") && transferSize > 0)
      .map(({ name }) => name),
  );
  expect(fetched).toEqual([]);
});

test("pages load without layout shifts", async ({ context, page, guild }) => {
  for (let count = 1; count <= 30; ++count) await guild.civilian(`Person ${count}`);
  await guild.patch("civilian/bolo", { name: "Person 1", bolo: true, reason: "Theft" });
  await signIn(context, guild);
  await page.addInitScript(() => {
    const moved: number[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const place of ["/", "/civilians", "/activity"]) {
    await page.goto("about:blank");
    await visit(page, guild, place);
    await loaded(page);
    const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved);
    // Up to 0.1 is rated good. A list that is shorter than its placeholder shifts the content below it.
    expect(
      moved.reduce((sum, each) => sum + each, 0),
      place,
    ).toBeLessThan(0.1);
  }
});
