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

/**
 * The tab's own credentials come first, so that two tabs can use different guilds. Remembered credentials are copied
 * to the tab, so that other tabs do not affect it later.
 */
export function load(): Credentials | null {
  const own = parse(sessionStorage.getItem(slot));
  const found = own ?? parse(localStorage.getItem(slot));
  if (found) sessionStorage.setItem(slot, JSON.stringify(found));
  return found;
}

export function keep(credentials: Credentials, remember: boolean): void {
  sessionStorage.setItem(slot, JSON.stringify(credentials));
  if (remember) localStorage.setItem(slot, JSON.stringify(credentials));
}

export function isRemembered(credentials: Credentials): boolean {
  return localStorage.getItem(slot) === JSON.stringify(credentials);
}

/** Keeps remembered credentials that another tab has stored since. */
export function forget(own: Credentials | null): void {
  sessionStorage.removeItem(slot);
  if (own && isRemembered(own)) localStorage.removeItem(slot);
}
