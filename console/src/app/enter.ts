import type { Credentials } from "./credentials";
import { forgetSignInLink } from "./links";
import { readAgain } from "./query";
import { parsePlace, replace } from "./router";
import { signIn } from "./session";

/** With a key that the server took: into the console, to the page that was asked for. */
export function enter(credentials: Credentials, remember: boolean): void {
  const [page] = parsePlace(location.hash).path;
  if (page === "setup" || page === "sign-in") replace("#/");
  forgetSignInLink();
  signIn(credentials, remember);
  readAgain();
}
