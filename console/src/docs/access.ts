// The key and the guild that the reader tries things out with: those of the console, if this tab is signed in.
import { forget as forgetKept, isRemembered, keep, load } from "../app/credentials";
import type { Credentials } from "../app/credentials";
import { Watched } from "../app/watched";

const nothing: Credentials = { key: "", guild: "" };

const current = new Watched(load() ?? nothing);
let remembers = isRemembered(current.value);

export const access = (): Credentials => current.value;
export const isToBeRemembered = (): boolean => remembers;

function become(next: Credentials, remember: boolean): void {
  forgetKept(current.value);
  remembers = remember;
  // Half of them is of no use to the console.
  if (next.key && next.guild) keep(next, remember);
  current.value = next;
}

export function enter(changed: Partial<Credentials>): void {
  become({ ...current.value, ...changed }, remembers);
}

export function remember(wanted: boolean): void {
  become(current.value, wanted);
}

export function forget(): void {
  become(nothing, false);
}

export const watch = (listener: () => void): (() => void) => current.watch(listener);
