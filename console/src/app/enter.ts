import { useState } from "preact/hooks";
import { ApiError, askKey } from "../api/client";
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

/** For a form that signs in: it asks the server about the key, and keeps what the server has against it. */
export function useEntering(reason?: ApiError) {
  const [refused, setRefused] = useState(reason);
  const [isBusy, setBusy] = useState(false);

  const tryToEnter = async (credentials: Credentials, remember: boolean): Promise<boolean> => {
    setBusy(true);
    try {
      await askKey(credentials);
      enter(credentials, remember);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error);
      setBusy(false);
      return false;
    }
  };
  return { refused, isBusy, tryToEnter };
}
