import { useEffect, useMemo } from "preact/hooks";
import { startLive } from "../live/live";
import { Board } from "../pages/Board";
import { CheckShortcut } from "../parts/CheckDialog";
import { Problem } from "../parts/Problem";
import { Toasts } from "../parts/Toast";
import { Invitation } from "./Invitation";
import { KeyContext, rightsOf } from "./key";
import type { KeyRights } from "./key";
import { useLinks } from "./links";
import { useQuery } from "./query";
import { usePlace } from "./router";
import { useSession } from "./session";
import { SetUp } from "./SetUp";
import { Shell } from "./Shell";
import { SignIn, SignInAgain } from "./SignIn";

/** Follows the changes of the guild while the server accepts the key. */
function useLive(rights: KeyRights | undefined): void {
  const { expired } = useSession();
  const name = rights?.can("read") && !expired ? `blotter.${rights.info.guildID}.${rights.info.keyID}` : null;
  useEffect(() => (name ? startLive(name) : undefined), [name]);
}

function SignedIn() {
  const [page] = usePlace().path;
  const { data, error, reload } = useQuery("/api/key", {});
  const rights = useMemo(() => data && rightsOf(data), [data]);
  useLive(rights);
  if (rights) {
    return (
      <KeyContext.Provider value={rights}>
        {page === "board" && rights.can("read") ? <Board /> : <Shell />}
        {rights.can("read") && <CheckShortcut />}
      </KeyContext.Provider>
    );
  }
  return <main class="gate">{error && <Problem error={error} retry={reload} />}</main>;
}

function CurrentPage() {
  const { credentials, expired, remembers } = useSession();
  const { setUp, invitation, signIn } = useLinks();
  const [page] = usePlace().path;
  if (page === "setup") return <SetUp link={setUp} />;
  if (page === "invitation") return <Invitation link={invitation} />;
  if (page === "sign-in" || !credentials) return <SignIn link={page === "sign-in" ? signIn : null} />;
  return (
    <>
      {/* The key remounts everything when the guild changes. */}
      <SignedIn key={credentials.guild} />
      {expired && <SignInAgain guild={credentials.guild} reason={expired} remembers={remembers} />}
    </>
  );
}

export function App() {
  return (
    <>
      <CurrentPage />
      <Toasts />
    </>
  );
}
