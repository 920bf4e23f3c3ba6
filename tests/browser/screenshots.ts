// Screenshots of the console for the documents, with demo data: ./dev screenshots
import { fileURLToPath } from "node:url";
import { test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { phone } from "./browser";
import { found, loaded, signIn, visit } from "./fixtures";
import { Guild, Program } from "./program";

const folder = fileURLToPath(new URL("../../docs/screenshots/", import.meta.url));
const desktop = { viewport: { width: 1280, height: 832 } };

let guild: Guild;
test.beforeAll(async () => {
  const program = await Program.start("--demo");
  const printed = program.printed.join("\n");
  const [id, key] = [/Guild\s+(\S+)/, /Key\s+(\S+)/].map((pattern) => pattern.exec(printed)?.[1] ?? "");
  guild = new Guild(program, id ?? "", key ?? "");
});
test.afterAll(() => guild.program.stop());

/** A wanted civilian with vehicles, firearms, arrests and admissions. */
async function exampleCivilian(): Promise<string> {
  const wanted: { civilianName: string }[] = (await guild.get("civilian/list", { bolo: "true" })).civilians;
  const names = wanted.map(({ civilianName }) => civilianName);
  for (const name of names) {
    const file = await guild.get("civilian/info", { name });
    const has =
      (await guild.status("firearm/list", { name })) === 200 && (await guild.status("vehicle/list", { name })) === 200;
    if (has && file.arrests.length > 0 && file.hospitalRecords.length > 0) return name;
  }
  return names[0] ?? "";
}

async function firstOf(list: "vehicle" | "firearm", query: Record<string, string> = {}) {
  return (await guild.get(`${list}/list`, { ...query, limit: "1" }))[`${list}s`][0];
}

const profile = async () => `/civilians/${encodeURIComponent(await exampleCivilian())}`;

/** The plate with the most reasons to stop it. */
async function plateToStop(): Promise<string> {
  const wanted: { civilianName: string }[] = (await guild.get("civilian/list", { bolo: "true" })).civilians;
  let best = { plate: "", reasons: 0 };
  for (const { civilianName: name } of wanted) {
    if ((await guild.status("vehicle/list", { name })) !== 200) continue;
    for (const { plate } of (await guild.get("vehicle/list", { name })).vehicles as { plate: string }[]) {
      const { reasons } = (await guild.get("vehicle/check", { plate })) as { reasons: unknown[] };
      if (reasons.length > best.reasons) best = { plate, reasons: reasons.length };
    }
  }
  return best.plate;
}

interface Shot {
  readonly place: () => string | Promise<string>;
  /** Steps before the screenshot. */
  readonly act?: (page: Page) => Promise<void>;
  readonly also?: readonly ("dark" | "phone")[];
  /** The size of the window, if not that of a desktop. */
  readonly size?: { readonly width: number; readonly height: number };
}

const shots: Record<string, Shot> = {
  home: { place: () => "/", also: ["dark", "phone"] },
  search: {
    place: () => "/",
    act: async (page) => {
      await page.getByRole("combobox", { name: "Search" }).fill("zig");
      await found(page).first().waitFor();
    },
  },
  check: { place: async () => `/check?q=${encodeURIComponent(await plateToStop())}`, also: ["dark", "phone"] },
  "check-dialog": {
    place: () => "/",
    act: async (page) => {
      await page.keyboard.press("Control+k");
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox").fill(await plateToStop());
      await dialog.getByRole("button", { name: "Check", exact: true }).click();
      await dialog.getByRole("link", { name: "Open the check" }).waitFor();
    },
  },
  civilians: { place: () => "/civilians", also: ["phone"] },
  profile: { place: profile, also: ["dark", "phone"] },
  arrest: {
    place: profile,
    act: async (page) => {
      await page.getByRole("button", { name: "Arrest", exact: true }).click();
      const typed = {
        Charges: "Evading arrest on a tricycle",
        Time: "a while",
        Officer: "Sgt. Pickle",
        "Officer ID": "204",
      };
      for (const [label, value] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(value);
      await page.getByRole("dialog").getByRole("button", { name: "Arrest" }).click();
      await page.getByText("Time must be").waitFor();
    },
  },
  board: { place: () => "/board", size: { width: 1920, height: 1080 }, also: ["dark", "phone"] },
  custody: { place: () => "/custody", size: { width: 1600, height: 900 }, also: ["dark", "phone"] },
  impounds: { place: () => "/custody/impounds" },
  "penal-code": { place: () => "/penal-code" },
  vehicles: { place: () => "/vehicles", also: ["phone"] },
  vehicle: { place: async () => `/vehicles/${(await firstOf("vehicle", { impounded: "true" })).plate as string}` },
  firearms: { place: () => "/firearms" },
  firearm: { place: async () => `/firearms/${(await firstOf("firearm")).serialNumber as string}` },
  law: { place: async () => `/law/cite?name=${encodeURIComponent(await exampleCivilian())}` },
  medical: { place: async () => `/medical?name=${encodeURIComponent(await exampleCivilian())}` },
  activity: {
    place: () => "/activity?kind=vehicle.impounded",
    act: async (page) => {
      await page.getByRole("button", { name: "Vehicle impounded" }).first().click();
    },
    also: ["dark"],
  },
  "new-civilian": { place: () => "/new/civilian" },
};

for (const [name, { place, act, size, also = [] }] of Object.entries(shots)) {
  for (const kind of ["light", ...also] as const) {
    test(kind === "light" ? name : `${name}-${kind}`, async ({ browser }, { title }) => {
      const context = await browser.newContext({
        ...(kind === "phone" ? phone : size ? { viewport: size } : desktop),
        colorScheme: kind === "dark" ? "dark" : "light",
      });
      await signIn(context, guild);
      const page = await context.newPage();
      await visit(page, guild, await place());
      await loaded(page);
      await act?.(page);
      await page.screenshot({ path: `${folder}${title}.png`, animations: "disabled" });
      await context.close();
    });
  }
}

test("sign-in", async ({ browser }, { title }) => {
  const page = await browser.newPage(desktop);
  await page.goto(guild.program.url);
  await page.getByText("Version").waitFor();
  await page.screenshot({ path: `${folder}${title}.png` });
  await page.close();
});

test("setup", async ({ browser }, { title }) => {
  const program = await Program.start();
  const page = await browser.newPage(desktop);
  await page.goto(await program.link("setup"));
  await page.getByLabel("Community name").fill("Sandy Shores Roleplay");
  await page.getByText("Version").waitFor();
  await page.screenshot({ path: `${folder}${title}.png` });
  await page.getByRole("button", { name: "Create community" }).click();
  await page.getByRole("button", { name: "Copy" }).waitFor();
  await page.screenshot({ path: `${folder}${title}-key.png` });
  await page.close();
  await program.stop();
});
