// Records on paper.
import { expect, loaded, test, visit } from "./fixtures";

test("a record prints black on white, without what only a screen can use", async ({ signedInPage, guild }) => {
  await guild.civilian("John Doe");
  await guild.vehicle("John Doe", "ABC 123");
  const serial = await guild.firearm("John Doe");
  await guild.patch("civilian/bolo", { name: "John Doe", bolo: true, reason: "Theft" });
  for (let count = 0; count < 3; ++count) {
    const charges = `Speeding ${"very fast ".repeat(30)}`;
    await guild.post("leo/cite", { name: "John Doe", officerName: "R", officerID: "2", charges, amount: 1e9 });
  }
  await signedInPage.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const place of ["/civilians/John%20Doe", "/vehicles/ABC%20123", `/firearms/${serial}`]) {
    await visit(signedInPage, guild, place);
    await loaded(signedInPage);
    // About the width of a sheet of A4.
    await signedInPage.setViewportSize({ width: 720, height: 1000 });
    await expect(signedInPage.locator(".printed")).toContainText(guild.id);
    await expect(signedInPage.locator(".printed")).toContainText(/Printed .*\d{4}/);
    await expect(signedInPage.getByRole("button").filter({ visible: true }), place).toHaveCount(0);
    await expect(signedInPage.getByRole("navigation").filter({ visible: true }), place).toHaveCount(0);
    const colors = await signedInPage.evaluate(() => [
      getComputedStyle(document.documentElement).backgroundColor,
      getComputedStyle(document.querySelector("h1")!).color,
    ]);
    expect(colors, place).toEqual(["rgb(255, 255, 255)", "rgb(0, 0, 0)"]);
    const cut = await signedInPage.locator("main *").evaluateAll((all) =>
      all
        .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== "visible")
        .filter((each) => !each.matches(".hidden"))
        .map((each) => each.outerHTML.slice(0, 80)),
    );
    expect(cut, place).toEqual([]);
  }
});
