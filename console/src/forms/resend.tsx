// Dialogs that send events to a webhook again.
import { post } from "../api/client";
import type { Delivery, Webhook } from "../api/types";
import { kindTitle } from "../parts/changes";
import { Dialog } from "../parts/Dialog";
import { field } from "../parts/Field";
import { Form } from "../parts/Form";
import { webhookTitle } from "../parts/webhooks";

interface Props {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

function redeliver({ webhookID }: Webhook, which: { readonly seq: string } | { readonly from: string }) {
  return post("/api/webhook/redeliver", { webhookID, ...which });
}

export function ResendEvent({ webhook, delivery, onClose }: Props & { delivery: Delivery }) {
  const { seq, kind } = delivery;
  return (
    <Dialog title={`Resend #${seq}`} onClose={onClose}>
      <Form
        label="Resend event"
        fields={[]}
        submit="Resend"
        leaves="final"
        send={() => redeliver(webhook, { seq: String(seq) })}
        subject={`#${seq}`}
        onDone={onClose}
        onCancel={onClose}
      >
        <p>
          Sends the event “{kindTitle(kind)}” to <b dir="auto">{webhookTitle(webhook)}</b> again, with the same{" "}
          <code class="code">webhook-id</code>.
        </p>
      </Form>
    </Dialog>
  );
}

const since = field("webhook.redeliver", "from", "Since", { input: "time" });
const unknownNumber = 20071;

const minute = 60_000;
const hour = 60 * minute;

/** A local time in the form that the field takes. */
function localTime(time: number): string {
  return new Date(time - new Date(time).getTimezoneOffset() * minute).toISOString().slice(0, 16);
}

export function ResendSince({ webhook, onClose }: Props) {
  return (
    <Dialog title="Resend all events since" onClose={onClose}>
      <Form
        label="Resend all events since"
        fields={[{ ...since, fact: { ...since.fact, required: true } }]}
        initial={{ from: localTime(Date.now() - hour) }}
        submit="Resend all"
        leaves="final"
        send={(body) => redeliver(webhook, { from: new Date(String(body["from"])).toISOString() })}
        subject={webhookTitle(webhook)}
        onDone={onClose}
        onCancel={onClose}
        errorFields={{ [unknownNumber]: "from" }}
        autofocus
      >
        <p>
          Sends all events since this time to <b dir="auto">{webhookTitle(webhook)}</b> again, in order, also those that
          have arrived.
        </p>
      </Form>
    </Dialog>
  );
}
