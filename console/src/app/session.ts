// The current session: a key and a guild.
import { forget, keep, load } from "./credentials";
import type { Credentials } from "./credentials";
import { useObservable, Observable } from "./observable";

/** `expired` is the server's message when it no longer accepts the key. The page keeps its state. */
interface Session {
  readonly credentials: Credentials | null;
  readonly expired: string | null;
}

const session = new Observable<Session>({ credentials: load(), expired: null });

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

/** The server refused a key that it accepted before. */
export function expire(sentence: string): void {
  if (!session.value.credentials || session.value.expired) return;
  forget(session.value.credentials);
  session.value = { ...session.value, expired: sentence };
}

export const useSession = (): Session => useObservable(session);
