// Forms and dialogs for webhooks.
import { useRef, useState } from "preact/hooks";
import { patch, post, remove } from "../api/client";
import type { Webhook } from "../api/types";
import { go, href } from "../app/router";
import { DeletionNote } from "../parts/DeletionNote";
import { Dialog } from "../parts/Dialog";
import { KindsField, patternsOf } from "../parts/eventKinds";
import { field } from "../parts/Field";
import { Form } from "../parts/Form";
import type { Typed } from "../parts/Form";
import { serverOf, webhookTitle } from "../parts/webhooks";
import { saveFields } from "./edit";
import type { EditField } from "./edit";
import { WebhookSecret } from "./WebhookSecret";

const create = "webhook.create";

const url = field(create, "url", "URL", { span: "whole" });
const name = field(create, "name", "Name");
const format = field(create, "format", "Format", {
  titles: { standard: "Standard: signed JSON", discord: "Discord: messages" },
});
const kinds = field(create, "kinds", "Events", { component: KindsField });

export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState("");
  if (secret) return <WebhookSecret secret={secret} onClose={onClose} />;
  return (
    <Dialog title="New webhook" onClose={onClose}>
      <Form
        label="New webhook"
        fields={[url, name, format, kinds]}
        initial={{ format: "standard", kinds: "*" }}
        submit="Create webhook"
        send={(body) => post("/api/webhook/create", { ...body, kinds: patternsOf(String(body["kinds"] ?? "")) })}
        subject={(body) => String(body["name"] ?? serverOf(String(body["url"])))}
        onDone={(response) => {
          if (response.secret) setSecret(response.secret);
          else onClose();
        }}
        onCancel={onClose}
        autofocus
      />
    </Dialog>
  );
}

interface Props {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

function edit({ webhookID }: Webhook, what: string, value: unknown) {
  return patch("/api/webhook/edit", { webhookID, field: what, value });
}

const edits: readonly EditField[] = [
  ["url", "url"],
  ["name", "name"],
  ["kinds", "kinds"],
];

export function EditWebhook({ webhook, onClose }: Props) {
  const saved = useRef<Typed>({ url: webhook.url, name: webhook.name, kinds: webhook.kinds.join(",") });
  return (
    <Dialog title={`Edit ${webhookTitle(webhook)}`} onClose={onClose}>
      <Form
        label="Edit webhook"
        fields={[url, { ...name, span: "whole" }, kinds]}
        initial={saved.current}
        submit="Save"
        send={(body) =>
          saveFields(edits, saved.current, body, (what, value = "") =>
            edit(webhook, what, what === "kinds" ? patternsOf(String(value)) : value),
          )
        }
        subject={webhookTitle(webhook)}
        onDone={onClose}
        onCancel={onClose}
      />
    </Dialog>
  );
}

export function PauseWebhook({ webhook, onClose }: Props) {
  const isActive = webhook.state !== "disabled";
  const title = isActive ? "Pause" : "Activate";
  return (
    <Dialog title={`${title} ${webhookTitle(webhook)}`} onClose={onClose}>
      <Form
        label={title}
        fields={[]}
        submit={title}
        send={() => edit(webhook, "active", !isActive)}
        subject={webhookTitle(webhook)}
        onDone={onClose}
        onCancel={onClose}
      >
        <p>
          {isActive
            ? "Nothing is sent until you activate the webhook again. Events of that time are not sent afterwards, " +
              "unless you resend them."
            : "The next event is the first one that is sent. Use “Resend since” for the events of the pause."}
        </p>
      </Form>
    </Dialog>
  );
}

export function DeleteWebhook({ webhook, onClose }: Props) {
  return (
    <Dialog title={`Delete ${webhookTitle(webhook)}`} onClose={onClose}>
      <Form
        label="Delete webhook"
        fields={[]}
        submit="Delete webhook"
        tone="danger"
        send={() => remove("/api/webhook/delete", { webhookID: webhook.webhookID })}
        subject={webhookTitle(webhook)}
        onDone={() => {
          onClose();
          go(href(["settings"]));
        }}
        onCancel={onClose}
      >
        <p>
          Events are no longer sent to <b>{serverOf(webhook.url)}</b>. The list of deliveries and the secret are deleted
          too.
        </p>
        <DeletionNote />
      </Form>
    </Dialog>
  );
}
