// The key and the guild that the reader tries things out with: those of the console, if this tab is signed in.
import { forget as forgetKept, isRemembered, keep, load } from "../app/credentials";
import type { Credentials } from "../app/credentials";

const nothing: Credentials = { key: "", guild: "" };
const listeners = new Set<() => void>();

let current = load() ?? nothing;
let remembers = isRemembered(current);

export const access = (): Credentials => current;
export const isToBeRemembered = (): boolean => remembers;

function become(next: Credentials, remember: boolean): void {
  forgetKept(current);
  current = next;
  remembers = remember;
  // Half of them is of no use to the console.
  if (next.key && next.guild) keep(next, remember);
  listeners.forEach((listener) => listener());
}

export function enter(changed: Partial<Credentials>): void {
  become({ ...current, ...changed }, remembers);
}

export function remember(wanted: boolean): void {
  become(current, wanted);
}

export function forget(): void {
  become(nothing, false);
}

/** Calls back after every change; gives a function that ends it. */
export function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
