import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError, askKey, askVersion } from "../api/client";
import { Problem } from "../parts/Problem";
import { textOf } from "../parts/textOf";
import { readAgain } from "./query";
import { signIn } from "./session";

function useVersion(): string {
  const [version, setVersion] = useState("");
  useEffect(() => {
    askVersion().then(
      (answer) => setVersion(answer.version),
      () => undefined, // Signing in will tell why.
    );
  }, []);
  return version;
}

interface Props {
  readonly guild?: string;
  /** Why somebody who was signed in must do it again. */
  readonly reason?: string;
}

function SignInForm({ guild = "", reason }: Props) {
  const id = useId();
  const [refused, setRefused] = useState<ApiError | null>(reason ? new ApiError(403, reason, "") : null);
  const [busy, setBusy] = useState(false);
  const version = useVersion();

  const submit = async (form: EventTarget | null) => {
    if (busy) return;
    const credentials = { key: textOf(form, "key"), guild: textOf(form, "guild") };
    const remember = textOf(form, "remember") !== "";
    setBusy(true);
    try {
      await askKey(credentials);
      signIn(credentials, remember);
      readAgain();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error);
      setBusy(false);
    }
  };

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void submit(event.currentTarget);
  };

  return (
    <form class="sign-in" aria-label="Sign in" onSubmit={onSubmit}>
      <h1>
        <span class="brand-mark" aria-hidden="true" />
        Blotter
      </h1>
      <p class="lead">The records of your community.</p>
      {refused && <Problem error={refused} />}
      <div class="field">
        <label for={`${id}-guild`}>Guild</label>
        <input
          id={`${id}-guild`}
          name="guild"
          required
          autoComplete="username"
          spellcheck={false}
          defaultValue={guild}
        />
      </div>
      <div class="field">
        <label for={`${id}-key`}>Key</label>
        <input id={`${id}-key`} name="key" type="password" required autoComplete="current-password" autofocus />
      </div>
      <label class="check">
        <input type="checkbox" name="remember" />
        <span>
          Remember on this browser
          <small>Otherwise the key is kept until this tab is closed.</small>
        </span>
      </label>
      <button type="submit" class="primary" aria-disabled={busy}>
        Sign in
      </button>
      <p class="about">
        <a href="/docs">API</a>
        {version && <> · Version {version}</>}
      </p>
    </form>
  );
}

export function SignIn() {
  useEffect(() => {
    document.title = "Sign in · Blotter";
  }, []);
  return (
    <main class="sign-in-page">
      <SignInForm />
    </main>
  );
}

/** Over the page, which stays as it is: whatever was typed there is still there afterwards. */
export function SignInAgain({ guild, reason }: { guild: string; reason: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} class="sign-in-again" aria-label="Sign in again" onCancel={(event) => event.preventDefault()}>
      <SignInForm guild={guild} reason={reason} />
    </dialog>
  );
}
