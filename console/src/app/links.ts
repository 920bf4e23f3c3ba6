// Links of the server carry a secret after '#': "#/setup/TOKEN", "#/sign-in/GUILD/KEY" and "#/invitation/GUILD/TOKEN".
// The secret is removed from the URL at once, so that bookmarks and screens do not show it. It is kept in sessionStorage
// until it is used, so that a reload does not lose it.
import type { Accepted } from "../api/client";
import type { Credentials } from "./credentials";
import { guildIdPattern } from "./guildId";
import { href, parsePlace } from "./router";
import { useObservable, Observable } from "./observable";

export interface SetUpLink {
  readonly token: string;
  /** The owner's key, from its creation until the user has saved it: the server cannot show it again. */
  readonly made?: Credentials;
}

export interface InvitationLink {
  readonly guild: string;
  readonly token: string;
  /** The key, from its creation until the user has saved it, as above. */
  readonly made?: Accepted;
}

interface Links {
  readonly setUp: SetUpLink | null;
  readonly invitation: InvitationLink | null;
  readonly signIn: Credentials | null;
}

const slot = "blotter.links";

function load(): Links {
  const nothing: Links = { setUp: null, invitation: null, signIn: null };
  try {
    return { ...nothing, ...(JSON.parse(sessionStorage.getItem(slot) ?? "{}") as Partial<Links>) };
  } catch {
    return nothing;
  }
}

const links = new Observable(load());

function setLinks(next: Links): void {
  if (next.setUp || next.invitation || next.signIn) sessionStorage.setItem(slot, JSON.stringify(next));
  else sessionStorage.removeItem(slot);
  links.value = next;
}

export function setSetUp(setUp: SetUpLink | null): void {
  setLinks({ ...links.value, setUp });
}

export function setInvitation(invitation: InvitationLink | null): void {
  setLinks({ ...links.value, invitation });
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
  if (page === "invitation" && first && second) {
    history.replaceState(null, "", href([page]));
    const isValid = guildIdPattern.test(first) && tokenPattern.test(second);
    if (!isValid) setInvitation(null);
    else if (links.value.invitation?.token !== second) setInvitation({ guild: first, token: second });
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
