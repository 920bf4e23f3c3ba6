// Links that the server prints carry a secret after '#': "#/setup/TOKEN" and "#/sign-in/GUILD/KEY". It is taken out of the
// address at once, so that a bookmark or a look at the screen does not give it away, and kept in the tab until it is used: a
// reload does not lose it.
import type { Credentials } from "./credentials";
import { href, parsePlace } from "./router";
import { useWatched, Watched } from "./watched";

export interface SetUpLink {
  readonly token: string;
  /** The owner's key, once it is made, until it is taken along: the server cannot show it a second time. */
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

const links = new Watched(load());

function become(next: Links): void {
  if (next.setUp || next.signIn) sessionStorage.setItem(slot, JSON.stringify(next));
  else sessionStorage.removeItem(slot);
  links.value = next;
}

export function setSetUp(setUp: SetUpLink | null): void {
  become({ ...links.value, setUp });
}

export function forgetSignInLink(): void {
  become({ ...links.value, signIn: null });
}

// What a header can carry; all else was not copied from the server.
const tokenPattern = /^[A-Za-z0-9_-]+$/;

function take(): void {
  const [page = "", first, second] = parsePlace(location.hash).path;
  if (page === "setup" && first) {
    history.replaceState(null, "", href([page]));
    // Opening the link again must not lose the key that it made.
    if (tokenPattern.test(first) && links.value.setUp?.token !== first) setSetUp({ token: first });
  }
  if (page === "sign-in" && first && second) {
    history.replaceState(null, "", href([page]));
    become({ ...links.value, signIn: { guild: first, key: second } });
  }
}

/** To be called before anything else follows the address. */
export function takeLinks(): void {
  take();
  addEventListener("hashchange", take);
}

export const useLinks = (): Links => useWatched(links);
