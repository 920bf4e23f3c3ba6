// User input is shown as text everywhere.
import { expect, found, test, visit } from "./fixtures";

const texts = {
  script: "<script>window.stolen = 1</script><img src=x onerror=window.stolen=1>",
  entities: "&lt;b&gt; &amp; \"quotes\" 'ticks' `${x}` {{y}} %s",
  "right to left": "שלום עולם \u202Eevil\u202C العربية",
  emoji: "👩‍🚒🏳️‍🌈 Zoë ﷽ 𝔉𝔞𝔫𝔠𝔶",
  "ninety-nine characters": "W".repeat(99),
  "a URL": "../../#/?a=b&c%2Fd=%00%zz",
};

// Names, plates and serial numbers must not contain direction controls.
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;

for (const [what, text] of Object.entries(texts)) {
  test(`${what} is shown as text everywhere`, async ({ signedInPage, guild }) => {
    const name = text.replace(directionControls, "");
    await guild.civilian(name, { occupation: text, address: text, hair: text, dob: text, userName: text });
    await guild.vehicle(name, name.slice(0, 60), { model: text, color: text });
    await guild.firearm(name);
    await guild.patch("civilian/bolo", { name, bolo: true, reason: text });
    await guild.post("leo/cite", { name, officerName: text, officerID: "1", charges: text, amount: 1 });
    await guild.post("medical/admit", { name, time: "9", injures: text, unitName: text, unitID: "1" });
    const civilian = (await guild.get("civilian/list")).civilians[0];
    const kept = civilian.civilianName as string;
    const occupation = civilian.civilianOccupation as string;

    for (const place of ["/", "/civilians", "/vehicles", "/firearms", "/law/cite", "/medical", "/activity"]) {
      await visit(signedInPage, guild, place);
      await expect(signedInPage.getByRole("link", { name: kept, exact: true }).first()).toBeVisible();
    }
    await visit(signedInPage, guild, "/civilians");
    await signedInPage.getByRole("link", { name: kept, exact: true }).click();
    await expect(signedInPage.getByRole("heading", { level: 1 })).toHaveText(kept);
    await expect(signedInPage.getByRole("region", { name: "Record" })).toContainText(occupation);
    await expect(signedInPage.getByRole("region", { name: "Medical" })).toContainText(occupation);
    await signedInPage.locator(".page-head").getByRole("button", { name: "Edit" }).click();
    await expect(signedInPage.getByRole("form", { name: "Edit civilian" }).getByLabel("Occupation")).toHaveValue(
      occupation,
    );
    await signedInPage.keyboard.press("Escape");

    // Load the page from its URL alone.
    await signedInPage.reload();
    await expect(signedInPage.getByRole("heading", { level: 1 })).toHaveText(kept);
    await signedInPage.getByRole("combobox", { name: "Search" }).fill([...kept].slice(0, 20).join(""));
    await expect(found(signedInPage).first()).toContainText([...kept].slice(0, 8).join(""));
    expect(await signedInPage.evaluate(() => "stolen" in window)).toBe(false);
    expect(await signedInPage.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
}
