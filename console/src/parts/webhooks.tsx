// Shows webhooks and how their deliveries go.
import type { Delivery, Webhook, WebhookTest } from "../api/types";
import { Badge } from "./Badge";
import type { Tone } from "./Badge";
import { formatNumber } from "./format";
import { Ago } from "./When";

/** Deliveries change states without an event, so lists are read again. */
export const refreshed = { every: 5000 };

const states: Record<Webhook["state"], readonly [tone: Tone, title: string]> = {
  active: ["good", "Active"],
  failing: ["bad", "Failing"],
  disabled: ["plain", "Disabled"],
};

export function WebhookState({ state }: { state: Webhook["state"] }) {
  const [tone, title] = states[state];
  return <Badge tone={tone}>{title}</Badge>;
}

export const formatTitles: Record<Webhook["format"], string> = { standard: "Standard", discord: "Discord" };

/** The server of a URL. The path stays hidden: that of a Discord webhook contains a token. */
export function serverOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

export function webhookTitle({ name, url }: { readonly name: string; readonly url: string }): string {
  return name || serverOf(url);
}

/** The server counts no more than this. */
const eventsWaitingMax = 100;

export function formatWaiting(events: number): string {
  return events < eventsWaitingMax ? formatNumber(events) : `${formatNumber(eventsWaitingMax)} or more`;
}

export function LastError({ lastError, lastFailure }: Pick<Webhook, "lastError" | "lastFailure">) {
  if (!lastFailure) return <>–</>;
  return (
    <span class="line last-error" dir="auto">
      <small>{lastError}</small>{" "}
      <small>
        <Ago at={lastFailure} />
      </small>
    </span>
  );
}

export function StatusBadge({ delivered, status }: Pick<Delivery, "delivered" | "status">) {
  return <Badge tone={delivered ? "good" : "bad"}>{status || "No response"}</Badge>;
}

export function formatTook(took: number): string {
  return `${formatNumber(took)} ms`;
}

/** What came back: the error and the beginning of the reply. */
export function Reply({ error, reply, status }: Pick<Delivery & WebhookTest, "error" | "reply" | "status">) {
  return (
    <div class="reply">
      {error && <p class="field-problem">{error}</p>}
      {reply ? (
        <pre role="group" tabIndex={0} aria-label="Reply" dir="auto">
          {reply}
        </pre>
      ) : (
        status > 0 && <p class="about">The reply was empty.</p>
      )}
    </div>
  );
}
