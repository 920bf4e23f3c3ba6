import { useCopy } from "../parts/Copy";
import { Dialog } from "../parts/Dialog";
import { SaveActions, SecretText, ShownOnce } from "../parts/secret";

/** The secret of a new webhook. The server does not show it again. */
export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { shown, ...saving } = useCopy(secret, "Secret");
  return (
    <Dialog title="The secret of the webhook" onClose={onClose}>
      <div class="form">
        <SecretText {...{ secret, shown }} />
        <SaveActions {...saving} />
        <ShownOnce thing="secret">
          Copy it to the configuration of your receiver. If you lose it, delete the webhook and create another one.
        </ShownOnce>
        <p>
          The receiver verifies each request with it, with a library of{" "}
          <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
            Standard Webhooks
          </a>{" "}
          or by itself: <code class="code">webhook-signature</code> must contain <code class="code">v1,</code> and the
          base64 HMAC-SHA256 of <code class="code">webhook-id.webhook-timestamp.body</code>. The key is the part after{" "}
          <code class="code">whsec_</code>, decoded from base64.
        </p>
        <div class="form-foot">
          <button type="button" onClick={onClose}>
            Done
          </button>
        </div>
      </div>
    </Dialog>
  );
}
