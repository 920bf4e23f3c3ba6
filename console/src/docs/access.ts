// The key and the guild that the reader tries things out with. They stay in this browser until they are forgotten.

export interface Access {
  readonly key: string;
  readonly guild: string;
}

const place = "blotter.docs";
const nothing: Access = { key: "", guild: "" };
const listeners = new Set<() => void>();

function remembered(): Access {
  try {
    return { ...nothing, ...(JSON.parse(localStorage.getItem(place) ?? "{}") as Partial<Access>) };
  } catch {
    // Somebody else's text, or a browser that keeps nothing.
    return nothing;
  }
}

let current = remembered();

export const access = (): Access => current;

export function remember(changed: Partial<Access>): void {
  current = { ...current, ...changed };
  try {
    localStorage.setItem(place, JSON.stringify(current));
  } catch {
    // It is good for this page all the same.
  }
  listeners.forEach((listener) => listener());
}

export function forget(): void {
  localStorage.removeItem(place);
  current = nothing;
  listeners.forEach((listener) => listener());
}

/** Calls back after every change; gives a function that ends it. */
export function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
