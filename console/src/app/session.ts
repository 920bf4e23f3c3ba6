// Who uses the console: a key and a guild.
import { useEffect, useState } from "preact/hooks";
import { forget, keep, load } from "./credentials";
import type { Credentials } from "./credentials";

const listeners = new Set<() => void>();

/** `expired` holds the server's sentence when it no longer takes the key; the page stays as it is meanwhile. */
interface Session {
  readonly credentials: Credentials | null;
  readonly expired: string | null;
}

let session: Session = { credentials: load(), expired: null };

function become(next: Session): void {
  session = next;
  for (const tell of listeners) tell();
}

export function current(): Credentials | null {
  return session.credentials;
}

export function signIn(credentials: Credentials, remember: boolean): void {
  keep(credentials, remember);
  become({ credentials, expired: null });
}

export function signOut(): void {
  forget(session.credentials);
  become({ credentials: null, expired: null });
}

/** The server refused the key that it took before. */
export function expire(sentence: string): void {
  if (!session.credentials || session.expired) return;
  forget(session.credentials);
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
