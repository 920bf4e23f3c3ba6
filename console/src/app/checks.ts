// A check is about a plate or a name. It is part of the URL, so that reloading, going back and sharing work.
import { href } from "./router";
import type { Place } from "./router";

export const modes = ["plate", "name"] as const;
export type Mode = (typeof modes)[number];

export interface Question {
  readonly text: string;
  /** What the text is; null to find out. */
  readonly mode: Mode | null;
}

export function checkAddress(text: string, mode: Mode | null = null): string {
  return href(["check"], { q: text, as: mode ?? undefined });
}

export function questionOf({ query }: Place): Question {
  const mode = modes.find((each) => each === query.get("as")) ?? null;
  return { text: (query.get("q") ?? "").trim(), mode };
}

/** What a text looks like: plates have digits, or capital letters only. */
export function likelyMode(text: string): Mode {
  return /\p{Nd}|^[\p{Lu}-]+$/u.test(text) ? "plate" : "name";
}
