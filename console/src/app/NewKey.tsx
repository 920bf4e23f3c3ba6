// A key that was just made with a link: shown once, saved by the user, and then used to sign in.
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Dialog } from "../parts/Dialog";
import { Problem } from "../parts/Problem";
import { SaveActions, ShownOnce, useSecret } from "../parts/secret";
import { textOf } from "../parts/textOf";
import type { Credentials } from "./credentials";
import { GateHead, Remember } from "./Gate";
import { useSignIn } from "./startSession";

interface Props {
  readonly label: string;
  readonly title: string;
  readonly lead: ComponentChildren;
  readonly made: Credentials;
  /** More rows of the list of guild, address and key. */
  readonly facts?: ComponentChildren;
  readonly file: { readonly name: string; readonly text: string };
  /** The user has saved the key or does not want it, and the session has begun. */
  readonly onSaved: () => void;
}

export function NewKey({ label, title, lead, made, facts, file, onSaved }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { shown, isSaved, ...saving } = useSecret(made.key, "Key", file);
  const [isConfirming, setConfirming] = useState(false);
  const { refused, isBusy, trySignIn } = useSignIn();

  const open = async () => {
    if (isBusy) return;
    setConfirming(false);
    if (await trySignIn(made, textOf(form.current, "remember") !== "")) onSaved();
  };

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isSaved) void open();
    else setConfirming(true);
  };

  return (
    <>
      <form ref={form} class="gate-card wide" aria-label={label} onSubmit={onSubmit}>
        <GateHead focused title={title} lead={lead} />
        <dl class="key-facts">
          <dt>Guild</dt>
          <dd>{made.guild}</dd>
          <dt>Address</dt>
          <dd>{location.origin}</dd>
          {facts}
          <dt>Key</dt>
          <dd class="secret">
            <code ref={shown}>{made.key}</code>
          </dd>
        </dl>
        <SaveActions {...saving} />
        <ShownOnce thing="key">The server keeps no copy. Store it with your passwords.</ShownOnce>
        <Remember />
        {refused && <Problem error={refused} />}
        <button type="submit" class="primary" aria-disabled={isBusy}>
          Open the console
        </button>
      </form>
      {isConfirming && (
        <Dialog title="Leave without the key?" onClose={() => setConfirming(false)}>
          <p>You have not copied or downloaded the key. It cannot be shown again.</p>
          <div class="form-foot">
            <button type="button" class="primary" onClick={() => setConfirming(false)}>
              Back to the key
            </button>
            <button type="button" onClick={() => void open()}>
              Open the console
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
