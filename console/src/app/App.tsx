import { useMemo } from "preact/hooks";
import { Problem } from "../parts/Problem";
import { Toasts } from "../parts/Toast";
import { KeyContext, rightsOf } from "./key";
import { useLinks } from "./links";
import { useQuery } from "./query";
import { usePlace } from "./router";
import { useSession } from "./session";
import { SetUp } from "./SetUp";
import { Shell } from "./Shell";
import { SignIn, SignInAgain } from "./SignIn";

function SignedIn() {
  const { data, error, reload } = useQuery("/api/key", {});
  const rights = useMemo(() => data && rightsOf(data), [data]);
  if (rights) {
    return (
      <KeyContext.Provider value={rights}>
        <Shell />
      </KeyContext.Provider>
    );
  }
  return <main class="gate">{error && <Problem error={error} retry={reload} />}</main>;
}

function CurrentPage() {
  const { credentials, expired } = useSession();
  const { setUp, signIn } = useLinks();
  const [page] = usePlace().path;
  if (page === "setup") return <SetUp link={setUp} />;
  if (page === "sign-in" || !credentials) return <SignIn link={page === "sign-in" ? signIn : null} />;
  return (
    <>
      {/* The key remounts everything when the guild changes. */}
      <SignedIn key={credentials.guild} />
      {expired && <SignInAgain guild={credentials.guild} reason={expired} />}
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
