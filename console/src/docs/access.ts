// The key and guild for trying out requests: those of the console, if this tab is signed in.
import { forget as forgetKept, isRemembered, keep, load } from "../app/credentials";
import type { Credentials } from "../app/credentials";
import { Observable } from "../app/observable";

const nothing: Credentials = { key: "", guild: "" };

const current = new Observable(load() ?? nothing);
let remembers = isRemembered(current.value);

export const access = (): Credentials => current.value;
export const isToBeRemembered = (): boolean => remembers;

function update(next: Credentials, remember: boolean): void {
  forgetKept(current.value);
  remembers = remember;
  // The console needs both.
  if (next.key && next.guild) keep(next, remember);
  current.value = next;
}

export function enter(changed: Partial<Credentials>): void {
  update({ ...current.value, ...changed }, remembers);
}

export function remember(wanted: boolean): void {
  update(current.value, wanted);
}

export function forget(): void {
  update(nothing, false);
}

export const watch = (listener: () => void): (() => void) => current.watch(listener);
