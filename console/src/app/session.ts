// Who uses the console: a key and a guild.
import { forget, keep, load } from "./credentials";
import type { Credentials } from "./credentials";
import { useWatched, Watched } from "./watched";

/** `expired` holds the server's sentence when it no longer takes the key; the page stays as it is meanwhile. */
interface Session {
  readonly credentials: Credentials | null;
  readonly expired: string | null;
}

const session = new Watched<Session>({ credentials: load(), expired: null });

export function current(): Credentials | null {
  return session.value.credentials;
}

export function signIn(credentials: Credentials, remember: boolean): void {
  keep(credentials, remember);
  session.value = { credentials, expired: null };
}

export function signOut(): void {
  forget(session.value.credentials);
  session.value = { credentials: null, expired: null };
}

/** The server refused the key that it took before. */
export function expire(sentence: string): void {
  if (!session.value.credentials || session.value.expired) return;
  forget(session.value.credentials);
  session.value = { ...session.value, expired: sentence };
}

export const useSession = (): Session => useWatched(session);
