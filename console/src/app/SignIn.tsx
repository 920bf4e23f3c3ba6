import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError, fetchKey, unauthorised } from "../api/client";
import { Problem } from "../parts/Problem";
import { textOf } from "../parts/textOf";
import { showToast } from "../parts/Toast";
import { isRemembered } from "./credentials";
import type { Credentials } from "./credentials";
import { startSession, useSignIn } from "./startSession";
import { Gate, GateFoot, GateHead, KeyCommand, Remember, useFirstField } from "./Gate";
import { forgetSignInLink } from "./links";
import { current } from "./session";

interface Props {
  /** Initial values of the fields. */
  readonly initial?: Partial<Credentials>;
  /** Why the user must sign in by hand, or again. */
  readonly reason?: ApiError | undefined;
  readonly remembers?: boolean;
  /** Whether to explain how to get a key. */
  readonly showsKeyHelp?: boolean;
}

function SignInForm({ initial = {}, reason, remembers = false, showsKeyHelp = false }: Props) {
  const id = useId();
  const { refused, isBusy, trySignIn } = useSignIn(reason);
  const first = useFirstField();

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    void trySignIn({ key: textOf(form, "key"), guild: textOf(form, "guild") }, textOf(form, "remember") !== "");
  };

  return (
    <form class="gate-card" aria-label="Sign in" onSubmit={onSubmit}>
      <GateHead title="Blotter" lead="The records of your community." />
      {refused && <Problem error={refused} />}
      <div class="field">
        <label for={`${id}-guild`}>Guild</label>
        <input
          ref={initial.guild ? null : first}
          id={`${id}-guild`}
          name="guild"
          required
          autoComplete="username"
          spellcheck={false}
          defaultValue={initial.guild}
        />
      </div>
      <div class="field">
        <label for={`${id}-key`}>Key</label>
        <input
          ref={initial.guild ? first : null}
          id={`${id}-key`}
          name="key"
          type="password"
          required
          autoComplete="current-password"
          defaultValue={initial.key}
        />
      </div>
      <Remember initial={remembers} />
      <button type="submit" class="primary" aria-disabled={isBusy}>
        Sign in
      </button>
      {showsKeyHelp && (
        <div class="gate-hint">
          <strong>No key yet?</strong> Ask an owner of your community for an invitation. The server prints a setup link
          on its first start. Or run:
          <KeyCommand />
        </div>
      )}
      <GateFoot />
    </form>
  );
}

interface Failure {
  readonly link: Credentials;
  readonly error: ApiError;
}

/** Signs in with the form, or automatically with the key of a link. */
export function SignIn({ link }: { link: Credentials | null }) {
  const [failure, setFailure] = useState<Failure | null>(null);

  useEffect(() => {
    if (!link) return undefined;
    let isLatest = true;
    fetchKey(link).then(
      () => {
        if (!isLatest) return;
        const before = current();
        startSession(link, isRemembered(link));
        if (before && before.guild !== link.guild) showToast(`Signed in to ${link.guild}`);
      },
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        if (!isLatest) return;
        setFailure({ link, error });
        // Without a response the link stays, and a reload tries again.
        if (error.code === unauthorised) forgetSignInLink();
      },
    );
    return () => {
      isLatest = false;
    };
  }, [link]);

  const isSigningIn = link !== null && failure?.link !== link;
  return (
    <Gate title="Sign in">
      {isSigningIn ? (
        <p class="gate-waiting" role="status">
          Signing in to {link.guild} …
        </p>
      ) : (
        // A refused key is not filled in. A key that the server has not seen is.
        <SignInForm
          key={failure?.link}
          initial={(failure?.error.code === unauthorised ? { guild: failure.link.guild } : failure?.link) ?? {}}
          reason={failure?.error}
          showsKeyHelp
        />
      )}
    </Gate>
  );
}

/** A dialog over the page, which keeps its state and everything that was typed. */
export function SignInAgain({ guild, reason, remembers }: { guild: string; reason: string; remembers: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} class="sign-in-again" aria-label="Sign in again" onCancel={(event) => event.preventDefault()}>
      <SignInForm initial={{ guild }} reason={new ApiError(403, reason, "")} remembers={remembers} />
    </dialog>
  );
}
