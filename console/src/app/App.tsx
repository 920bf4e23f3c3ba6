import { useMemo } from "preact/hooks";
import { Problem } from "../parts/Problem";
import { Toasts } from "../parts/Toast";
import { KeyContext, rightsOf } from "./key";
import { useReading } from "./query";
import { useSession } from "./session";
import { Shell } from "./Shell";
import { SignIn, SignInAgain } from "./SignIn";

function SignedIn() {
  const { data, error, reload } = useReading("/api/key", {});
  const rights = useMemo(() => data && rightsOf(data), [data]);
  if (rights) {
    return (
      <KeyContext.Provider value={rights}>
        <Shell />
      </KeyContext.Provider>
    );
  }
  return <main class="sign-in-page">{error && <Problem error={error} retry={reload} />}</main>;
}

export function App() {
  const { credentials, expired } = useSession();
  return (
    <>
      {/* Another guild is another desk: nothing of the former one stays. */}
      {credentials ? <SignedIn key={credentials.guild} /> : <SignIn />}
      {credentials && expired && <SignInAgain guild={credentials.guild} reason={expired} />}
      <Toasts />
    </>
  );
}
