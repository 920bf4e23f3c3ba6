// Who uses the console: a key and a guild. Kept for the tab; beyond it only if "remember" was chosen.
import { useEffect, useState } from "preact/hooks";

export interface Credentials {
  readonly key: string;
  readonly guild: string;
}

const slot = "blotter.session";
const listeners = new Set<() => void>();

/** `expired` holds the server's sentence when it no longer takes the key; the page stays as it is meanwhile. */
interface Session {
  readonly credentials: Credentials | null;
  readonly expired: string | null;
}

let session: Session = { credentials: load(), expired: null };

function parse(text: string | null): Credentials | null {
  if (text === null) return null;
  try {
    const { key, guild } = JSON.parse(text) as Partial<Credentials>;
    return typeof key === "string" && typeof guild === "string" ? { key, guild } : null;
  } catch {
    return null;
  }
}

// The tab's own session comes first, so that two tabs can be in different guilds. A remembered one becomes the
// tab's own: what another tab does later does not change this one.
function load(): Credentials | null {
  const own = parse(sessionStorage.getItem(slot));
  const found = own ?? parse(localStorage.getItem(slot));
  if (found) sessionStorage.setItem(slot, JSON.stringify(found));
  return found;
}

function become(next: Session): void {
  session = next;
  for (const tell of listeners) tell();
}

export function current(): Credentials | null {
  return session.credentials;
}

export function signIn(credentials: Credentials, remember: boolean): void {
  sessionStorage.setItem(slot, JSON.stringify(credentials));
  if (remember) localStorage.setItem(slot, JSON.stringify(credentials));
  become({ credentials, expired: null });
}

/** Another tab may have remembered another session since; that one is not ours to forget. */
function forget(): void {
  const own = JSON.stringify(session.credentials);
  sessionStorage.removeItem(slot);
  if (localStorage.getItem(slot) === own) localStorage.removeItem(slot);
}

export function signOut(): void {
  forget();
  become({ credentials: null, expired: null });
}

/** The server refused the key that it took before. */
export function expire(sentence: string): void {
  if (!session.credentials || session.expired) return;
  forget();
  become({ ...session, expired: sentence });
}

export function useSession(): Session {
  const [seen, setSeen] = useState(session);
  useEffect(() => {
    const follow = () => setSeen(session);
    listeners.add(follow);
    follow();
    return () => {
      listeners.delete(follow);
    };
  }, []);
  return seen;
}
