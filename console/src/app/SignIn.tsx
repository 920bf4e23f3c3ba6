import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError, askKey, unauthorised } from "../api/client";
import { Problem } from "../parts/Problem";
import { textOf } from "../parts/textOf";
import { say } from "../parts/Toast";
import type { Credentials } from "./credentials";
import { enter, useEntering } from "./enter";
import { Gate, GateFoot, GateHead, KeyCommand, Remember, useFirstField } from "./Gate";
import { forgetSignInLink } from "./links";
import { current } from "./session";

interface Props {
  /** What stands in the fields at first. */
  readonly initial?: Partial<Credentials>;
  /** Why it is to be done by hand, or again. */
  readonly reason?: ApiError | undefined;
  /** Whether it may be somebody's first visit. */
  readonly forNewcomers?: boolean;
}

function SignInForm({ initial = {}, reason, forNewcomers = false }: Props) {
  const id = useId();
  const { refused, isBusy, tryToEnter } = useEntering(reason);
  const first = useFirstField();

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    void tryToEnter({ key: textOf(form, "key"), guild: textOf(form, "guild") }, textOf(form, "remember") !== "");
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
      <Remember />
      <button type="submit" class="primary" aria-disabled={isBusy}>
        Sign in
      </button>
      {forNewcomers && (
        <div class="gate-hint">
          <strong>No key yet?</strong> The server prints a set-up link when it starts for the first time; or run:
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

/** By hand, or at once with the key of a link. */
export function SignIn({ link }: { link: Credentials | null }) {
  const [failure, setFailure] = useState<Failure | null>(null);

  useEffect(() => {
    if (!link) return undefined;
    let isLatest = true;
    askKey(link).then(
      () => {
        if (!isLatest) return;
        const before = current();
        enter(link, false);
        if (before && before.guild !== link.guild) say(`Signed in to ${link.guild}`);
      },
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        if (!isLatest) return;
        setFailure({ link, error });
        // Without an answer a reload tries again.
        if (error.code === unauthorised) forgetSignInLink();
      },
    );
    return () => {
      isLatest = false;
    };
  }, [link]);

  const isAsking = link !== null && failure?.link !== link;
  return (
    <Gate title="Sign in">
      {isAsking ? (
        <p class="gate-waiting" role="status">
          Signing in to {link.guild} …
        </p>
      ) : (
        // A key that the server refused is of no use in the field; one that it did not get to see is.
        <SignInForm
          key={failure?.link}
          initial={(failure?.error.code === unauthorised ? { guild: failure.link.guild } : failure?.link) ?? {}}
          reason={failure?.error}
          forNewcomers
        />
      )}
    </Gate>
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
      <SignInForm initial={{ guild }} reason={new ApiError(403, reason, "")} />
    </dialog>
  );
}
