// Where this browser keeps a key and its guild, for the console and for /docs: in the tab, and beyond it only if
// "remember" was chosen.

export interface Credentials {
  readonly key: string;
  readonly guild: string;
}

const slot = "blotter.session";
// Where /docs kept them on its own, without being asked.
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
 * The tab's own come first, so that two tabs can be in different guilds. Remembered ones become the tab's own: what
 * another tab does later does not change this one.
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

/** Another tab may have remembered others since; those are not ours to forget. */
export function forget(own: Credentials | null): void {
  sessionStorage.removeItem(slot);
  if (own && isRemembered(own)) localStorage.removeItem(slot);
}
