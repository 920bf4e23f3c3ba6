// Values that the browser remembers for the next form, such as the officer who writes entries.
import type { Body, Typed } from "../parts/Form";

export interface Remembered {
  /** Where localStorage has them. */
  readonly slot: string;
  readonly members: readonly string[];
}

/** Who writes arrests, citations and fines, and releases. */
export const officer: Remembered = { slot: "blotter.officer", members: ["officerName", "officerID"] };
/** Who writes admissions. */
export const medic: Remembered = { slot: "blotter.medic", members: ["unitName", "unitID"] };

export function remembered({ slot, members }: Remembered): Typed {
  try {
    const kept = JSON.parse(localStorage.getItem(slot) ?? "{}") as Record<string, unknown>;
    return Object.fromEntries(members.map((member) => [member, typeof kept[member] === "string" ? kept[member] : ""]));
  } catch {
    return {};
  }
}

export function remember({ slot, members }: Remembered, body: Body): void {
  localStorage.setItem(slot, JSON.stringify(Object.fromEntries(members.map((member) => [member, body[member]]))));
}
