// Stores the key and its guild for the console and for /docs: in sessionStorage, and in localStorage only if
// "remember" was chosen.

export interface Credentials {
  readonly key: string;
  readonly guild: string;
}

const slot = "blotter.session";
// An older version of /docs stored them here without asking.
localStorage.removeItem("blotter.docs");

function parse(text: string | null): Credentials | null {
  if (text === null) return null;
  try {
    const { key, guild } = JSON.parse(text) as Partial<Credentials>;
    return typeof key === "string" && typeof guild === "string" ? { key, guild } : null;
  } catch {
    return null;
  }
}

export function remembered(): Credentials | null {
  return parse(localStorage.getItem(slot));
}

export const isSame = (one: Credentials, other: Credentials): boolean =>
  one.key === other.key && one.guild === other.guild;

/**
 * The tab's own credentials come first, so that two tabs can use different guilds. Remembered credentials are copied
 * to the tab, so that signing in to another guild in another tab does not affect it.
 */
export function load(): Credentials | null {
  const own = parse(sessionStorage.getItem(slot));
  const found = own ?? remembered();
  if (found) sessionStorage.setItem(slot, JSON.stringify(found));
  return found;
}

export function keep(credentials: Credentials, remember: boolean): void {
  sessionStorage.setItem(slot, JSON.stringify(credentials));
  if (remember) localStorage.setItem(slot, JSON.stringify(credentials));
  else if (isRemembered(credentials)) localStorage.removeItem(slot);
}

export function isRemembered(credentials: Credentials): boolean {
  const known = remembered();
  return known !== null && isSame(known, credentials);
}

/** Keeps remembered credentials that another tab has stored since. */
export function forget(own: Credentials | null): void {
  sessionStorage.removeItem(slot);
  if (own && isRemembered(own)) localStorage.removeItem(slot);
}

/** Calls the listener when another tab has stored other remembered credentials, or none. */
export function watchRemembered(listener: () => void): void {
  addEventListener("storage", ({ key, storageArea }) => {
    if (storageArea === localStorage && (key === slot || key === null)) listener();
  });
}
