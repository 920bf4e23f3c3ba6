import { useState } from "preact/hooks";
import type { Delivery, Webhook as WebhookRecord } from "../api/types";
import { useQuery } from "../app/query";
import { href } from "../app/router";
import type { Place } from "../app/router";
import { ResendEvent, ResendSince } from "../forms/resend";
import { TestWebhook } from "../forms/TestWebhook";
import { DeleteWebhook, EditWebhook, PauseWebhook } from "../forms/webhook";
import { Deliveries } from "../parts/Deliveries";
import { KindBadges } from "../parts/eventKinds";
import { Facts } from "../parts/Facts";
import { Icon } from "../parts/Icon";
import { Empty, Page, Section } from "../parts/Page";
import { Problem } from "../parts/Problem";
import { RecordWaiting } from "../parts/Waiting";
import {
  formatTitles,
  formatWaiting,
  LastError,
  refreshed,
  serverOf,
  webhookTitle,
  WebhookState,
} from "../parts/webhooks";
import { When } from "../parts/When";

type Action = "test" | "edit" | "pause" | "delete" | "resend" | Delivery;

function Actions({ isActive, onPick }: { isActive: boolean; onPick: (action: Action) => void }) {
  return (
    <>
      <button type="button" onClick={() => onPick("test")}>
        <Icon name="send" /> Test
      </button>
      <button type="button" onClick={() => onPick("edit")}>
        <Icon name="edit" /> Edit
      </button>
      <button type="button" onClick={() => onPick("pause")}>
        <Icon name={isActive ? "pause" : "play"} /> {isActive ? "Pause" : "Activate"}
      </button>
      <button type="button" class="danger-quiet" onClick={() => onPick("delete")}>
        <Icon name="trash" /> Delete
      </button>
    </>
  );
}

function ActionDialog({ action, ...props }: { action: Action; webhook: WebhookRecord; onClose: () => void }) {
  if (typeof action === "object") return <ResendEvent {...props} delivery={action} />;
  switch (action) {
    case "test":
      return <TestWebhook {...props} />;
    case "edit":
      return <EditWebhook {...props} />;
    case "pause":
      return <PauseWebhook {...props} />;
    case "delete":
      return <DeleteWebhook {...props} />;
    case "resend":
      return <ResendSince {...props} />;
  }
}

function Details({ webhook, place }: { webhook: WebhookRecord; place: Place }) {
  const [action, setAction] = useState<Action | null>(null);
  const { lastError, lastFailure } = webhook;
  const isActive = webhook.state !== "disabled";
  const resendAll = isActive && (
    <button type="button" onClick={() => setAction("resend")}>
      <Icon name="repeat" /> Resend since …
    </button>
  );
  return (
    <Page
      title={webhookTitle(webhook)}
      under="Settings"
      badges={<WebhookState state={webhook.state} />}
      actions={<Actions isActive={isActive} onPick={setAction} />}
    >
      <section class="card settings" aria-label="Webhook">
        <Facts
          facts={[
            ["Receiver", serverOf(webhook.url)],
            ["Format", formatTitles[webhook.format]],
            ["Events", <KindBadges kinds={webhook.kinds} />],
            ["Events waiting", formatWaiting(webhook.eventsWaiting)],
            ["Last success", webhook.lastSuccess ? <When at={webhook.lastSuccess} /> : "–"],
            ["Last error", <LastError {...{ lastError, lastFailure }} />],
            ["Created", <When at={webhook.timestamp} />],
            ["ID", webhook.webhookID],
          ]}
        />
      </section>
      <Section title="Deliveries, last 7 days" aside={resendAll} class="settings">
        <Deliveries webhookID={webhook.webhookID} place={place} onResend={isActive ? setAction : undefined} />
      </Section>
      {action && <ActionDialog {...{ action, webhook }} onClose={() => setAction(null)} />}
    </Page>
  );
}

export function Webhook({ id, place }: { id: string; place: Place }) {
  const { data, error, reload } = useQuery("/api/webhook/list", {}, refreshed);
  const webhook = data?.webhooks.find(({ webhookID }) => webhookID === id);
  if (webhook) return <Details webhook={webhook} place={place} />;
  return (
    <Page title="Webhook" under="Settings">
      {error && <Problem error={error} retry={reload} />}
      {data ? (
        <section class="card">
          <Empty>
            This webhook does not exist. <a href={href(["settings"])}>All webhooks</a>
          </Empty>
        </section>
      ) : (
        !error && <RecordWaiting />
      )}
    </Page>
  );
}
