// The latest checks of this browser, for one guild. They are stored where the session is: in localStorage if it is
// remembered, otherwise in sessionStorage. Signing out deletes them.
import type { Verdict } from "../api/types";
import type { Mode } from "./checks";
import { isRemembered } from "./credentials";
import type { Credentials } from "./credentials";
import { Observable, useObservable } from "./observable";

export interface RecentCheck {
  readonly mode: Mode;
  /** The plate or the name, as it is on file. */
  readonly text: string;
  /** The verdict at that time. */
  readonly verdict: Verdict;
  readonly at: string;
}

interface Kept {
  readonly guild: string;
  readonly checks: readonly RecentCheck[];
}

const slot = "blotter.checks";
const keptMax = 12;
const changes = new Observable(0);
// Another tab has checked something.
addEventListener("storage", ({ key }) => {
  if (key === slot) ++changes.value;
});

function load(store: Storage, guild: string): readonly RecentCheck[] {
  try {
    const kept = JSON.parse(store.getItem(slot) ?? "{}") as Partial<Kept>;
    return kept.guild === guild ? (kept.checks ?? []) : [];
  } catch {
    return [];
  }
}

function storeOf(who: Credentials): Storage {
  return isRemembered(who) ? localStorage : sessionStorage;
}

function isSame(one: Pick<RecentCheck, "mode" | "text">, other: Pick<RecentCheck, "mode" | "text">): boolean {
  return one.mode === other.mode && one.text.toLowerCase() === other.text.toLowerCase();
}

/** A later check of the same plate or name replaces the earlier one. */
export function addRecentCheck(who: Credentials, check: Omit<RecentCheck, "at">): void {
  const store = storeOf(who);
  const others = load(store, who.guild).filter((each) => !isSame(each, check));
  const checks = [{ ...check, at: new Date().toISOString() }, ...others].slice(0, keptMax);
  store.setItem(slot, JSON.stringify({ guild: who.guild, checks } satisfies Kept));
  ++changes.value;
}

export function forgetChecks({ guild }: Credentials): void {
  for (const store of [sessionStorage, localStorage]) {
    if (load(store, guild).length > 0) store.removeItem(slot);
  }
  ++changes.value;
}

/** Newest first. */
export function useRecentChecks(who: Credentials | null): readonly RecentCheck[] {
  useObservable(changes);
  return who ? load(storeOf(who), who.guild) : [];
}
