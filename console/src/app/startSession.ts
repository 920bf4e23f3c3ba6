import { useState } from "preact/hooks";
import { ApiError, fetchKey } from "../api/client";
import type { Credentials } from "./credentials";
import { forgetSignInLink } from "./links";
import { parsePlace, replace } from "./router";
import { signIn } from "./session";

/** Starts a session with an accepted key and shows the requested page. */
export function startSession(credentials: Credentials, remember: boolean): void {
  const [page] = parsePlace(location.hash).path;
  if (page === "setup" || page === "sign-in" || page === "invitation") replace("#/");
  forgetSignInLink();
  signIn(credentials, remember);
}

/** For forms that sign in: checks the key with the server and keeps the error, if any. */
export function useSignIn(reason?: ApiError) {
  const [refused, setRefused] = useState(reason);
  const [isBusy, setBusy] = useState(false);

  const trySignIn = async (credentials: Credentials, remember: boolean): Promise<boolean> => {
    setBusy(true);
    try {
      await fetchKey(credentials);
      startSession(credentials, remember);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error);
      setBusy(false);
      return false;
    }
  };
  return { refused, isBusy, trySignIn };
}
