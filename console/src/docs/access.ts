// The key and guild for trying out requests: those of the console, if this tab is signed in.
import { forget as forgetKept, isRemembered, keep, load } from "../app/credentials";
import type { Credentials } from "../app/credentials";
import { Observable } from "../app/observable";

interface Access extends Credentials {
  readonly remembers: boolean;
  /** Whether the page shows the key. It starts hidden: people share their screens. */
  readonly showsKey: boolean;
}

const found = load() ?? { key: "", guild: "" };

export const access = new Observable<Access>({ ...found, remembers: isRemembered(found), showsKey: false });

export function change(changed: Partial<Access>): void {
  const before = access.value;
  const next = { ...before, ...changed };
  forgetKept({ key: before.key, guild: before.guild });
  // The console needs both.
  if (next.key && next.guild) keep({ key: next.key, guild: next.guild }, next.remembers);
  access.value = next;
}

export function clear(): void {
  change({ key: "", guild: "", remembers: false, showsKey: false });
}
