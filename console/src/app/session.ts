// The current session: a key and a guild. Tabs with remembered credentials begin and end their sessions together.
import { forget, isRemembered, isSame, keep, load, remembered, watchRemembered } from "./credentials";
import type { Credentials } from "./credentials";
import { useObservable, Observable } from "./observable";
import { forgetChecks } from "./recentChecks";

/** `expired` is the server's message when it no longer accepts the key. The page keeps its state. */
interface Session {
  readonly credentials: Credentials | null;
  readonly expired: string | null;
  /** Whether the credentials were remembered when they expired: then the next ones are too, unless the user objects. */
  readonly remembers: boolean;
}

const session = new Observable<Session>({ credentials: load(), expired: null, remembers: false });

/** Sends the credentials of a remembered session that has ended to the other tabs. */
const ended = new BroadcastChannel("blotter.ended");

export function current(): Credentials | null {
  return session.value.credentials;
}

export function signIn(credentials: Credentials, remember: boolean): void {
  keep(credentials, remember);
  session.value = { credentials, expired: null, remembers: remember };
}

function forgetAll(credentials: Credentials | null): void {
  if (credentials) forgetChecks(credentials);
  forget(credentials);
}

function end(): void {
  forgetAll(session.value.credentials);
  session.value = { credentials: null, expired: null, remembers: false };
}

export function signOut(): void {
  const { credentials } = session.value;
  if (credentials && isRemembered(credentials)) ended.postMessage(credentials);
  end();
}

/** Takes remembered credentials of another tab where this one has none, or none that work, for the same guild. */
function adopt(): boolean {
  const { credentials, expired } = session.value;
  const found = remembered();
  if (!found || (credentials && found.guild !== credentials.guild)) return false;
  if (credentials && (!expired || isSame(found, credentials))) return false;
  signIn(found, true);
  return true;
}

/** The server refused a key that it accepted before. */
export function expire(sentence: string): void {
  const { credentials, expired } = session.value;
  if (!credentials || expired) return;
  const remembers = isRemembered(credentials);
  forgetAll(credentials);
  session.value = { credentials, expired: sentence, remembers };
  adopt();
}

watchRemembered(adopt);
ended.addEventListener("message", ({ data }: MessageEvent<Credentials>) => {
  const { credentials } = session.value;
  if (credentials && isSame(credentials, data)) end();
});

/** Calls the listener when the tab has other credentials. */
export function watchCredentials(listener: () => void): void {
  let before = current();
  session.watch(() => {
    const isOther = current() !== before;
    before = current();
    if (isOther) listener();
  });
}

export const useSession = (): Session => useObservable(session);
