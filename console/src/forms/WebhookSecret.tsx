import { CopyButton, useCopy } from "../parts/Copy";
import { Dialog } from "../parts/Dialog";
import { Icon } from "../parts/Icon";

/** The secret of a new webhook. The server does not show it again. */
export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { shown, isCopied, copy, status } = useCopy(secret, "Secret");
  return (
    <Dialog title="The secret of the webhook" onClose={onClose}>
      <div class="form">
        <p class="secret">
          <code ref={shown}>{secret}</code>
        </p>
        <div class="key-actions">
          <CopyButton {...{ isCopied, copy }} />
          <p class="about" role="status">
            {status}
          </p>
        </div>
        <div class="caution">
          <Icon name="alert" />
          <p>
            <strong>This secret is shown only once.</strong> Copy it to the configuration of your receiver. If you lose
            it, delete the webhook and create another one.
          </p>
        </div>
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
