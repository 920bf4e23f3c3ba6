// Links printed by the server carry a secret after '#': "#/setup/TOKEN" and "#/sign-in/GUILD/KEY". The secret is
// removed from the URL at once, so that bookmarks and screens do not show it. It is kept in sessionStorage until it is
// used, so that a reload does not lose it.
import type { Credentials } from "./credentials";
import { href, parsePlace } from "./router";
import { useObservable, Observable } from "./observable";

export interface SetUpLink {
  readonly token: string;
  /** The owner's key, from its creation until the user has saved it: the server cannot show it again. */
  readonly made?: Credentials;
}

interface Links {
  readonly setUp: SetUpLink | null;
  readonly signIn: Credentials | null;
}

const slot = "blotter.links";

function load(): Links {
  const nothing: Links = { setUp: null, signIn: null };
  try {
    return { ...nothing, ...(JSON.parse(sessionStorage.getItem(slot) ?? "{}") as Partial<Links>) };
  } catch {
    return nothing;
  }
}

const links = new Observable(load());

function setLinks(next: Links): void {
  if (next.setUp || next.signIn) sessionStorage.setItem(slot, JSON.stringify(next));
  else sessionStorage.removeItem(slot);
  links.value = next;
}

export function setSetUp(setUp: SetUpLink | null): void {
  setLinks({ ...links.value, setUp });
}

export function forgetSignInLink(): void {
  setLinks({ ...links.value, signIn: null });
}

// Tokens consist of these characters; a link with others is invalid.
const tokenPattern = /^[A-Za-z0-9_-]+$/;

function take(): void {
  const [page = "", first, second] = parsePlace(location.hash).path;
  if (page === "setup" && first) {
    history.replaceState(null, "", href([page]));
    // Opening the link again must not lose the key that it created.
    if (tokenPattern.test(first) && links.value.setUp?.token !== first) setSetUp({ token: first });
  }
  if (page === "sign-in" && first && second) {
    history.replaceState(null, "", href([page]));
    setLinks({ ...links.value, signIn: { guild: first, key: second } });
  }
}

/** Call this before anything else reads the URL. */
export function takeLinks(): void {
  take();
  addEventListener("hashchange", take);
}

export const useLinks = (): Links => useObservable(links);
