// Shows a new key or an invitation once. Closing without having saved it must be confirmed.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "../parts/Dialog";
import { SaveActions, SecretText, ShownOnce, useSecret } from "../parts/secret";

interface Props {
  readonly title: string;
  readonly what: "Key" | "Link";
  readonly secret: string;
  readonly file: { readonly name: string; readonly text: string };
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Secret({ title, what, secret, file, onClose, children }: Props) {
  const { shown, isSaved, ...saving } = useSecret(secret, what, file);
  const [isConfirming, setConfirming] = useState(false);
  const close = () => (isSaved ? onClose() : setConfirming(true));
  const thing = what.toLowerCase();
  return (
    <Dialog title={title} onClose={close}>
      <div class="form">
        <SecretText {...{ secret, shown }} />
        <SaveActions {...saving} />
        <ShownOnce thing={thing}>{children}</ShownOnce>
        <div class="form-foot">
          <button type="button" class={isSaved ? "primary" : ""} onClick={close}>
            Done
          </button>
        </div>
      </div>
      {isConfirming && (
        <Dialog title={`Close without the ${thing}?`} onClose={() => setConfirming(false)}>
          <div class="form">
            <p>
              You have not copied or downloaded the {thing}. It cannot be shown again; you can revoke it and create
              another one.
            </p>
            <div class="form-foot">
              <button type="button" class="primary" onClick={() => setConfirming(false)}>
                Back to the {thing}
              </button>
              <button type="button" onClick={onClose}>
                Close without it
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </Dialog>
  );
}
