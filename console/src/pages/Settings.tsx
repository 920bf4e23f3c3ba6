import { useMemo, useState } from "preact/hooks";
import type { Webhook } from "../api/types";
import { useQuery } from "../app/query";
import { href } from "../app/router";
import { CreateWebhook } from "../forms/webhook";
import { useFresh } from "../live/fresh";
import { KindBadges } from "../parts/eventKinds";
import { Icon } from "../parts/Icon";
import { Keys } from "../parts/keys";
import { Empty, Page, Section } from "../parts/Page";
import { PenalCodeSection } from "../parts/PenalCodeSection";
import { Problem } from "../parts/Problem";
import { useSorting } from "../parts/sorting";
import { Table } from "../parts/Table";
import type { Column } from "../parts/Table";
import {
  formatTitles,
  formatWaiting,
  LastError,
  refreshed,
  serverOf,
  webhookTitle,
  WebhookState,
} from "../parts/webhooks";
import { Ago } from "../parts/When";

const columns: readonly Column<Webhook>[] = [
  {
    title: "Webhook",
    cell: (webhook) => (
      <span class="line" dir="auto">
        <a href={href(["settings", "webhooks", webhook.webhookID])}>{webhookTitle(webhook)}</a>
        {webhook.name && <small>{serverOf(webhook.url)}</small>}
      </span>
    ),
    value: webhookTitle,
  },
  { title: "State", cell: ({ state }) => <WebhookState state={state} />, kind: "state", value: ({ state }) => state },
  { title: "Events", cell: ({ kinds }) => <KindBadges kinds={kinds} /> },
  { title: "Format", cell: ({ format }) => <span class="nowrap">{formatTitles[format]}</span>, kind: "later" },
  {
    title: "Waiting",
    cell: ({ eventsWaiting }) => (
      <>
        {formatWaiting(eventsWaiting)} <span class="folded">waiting</span>
      </>
    ),
    kind: "later",
    value: ({ eventsWaiting }) => eventsWaiting,
    startsDown: true,
  },
  {
    title: "Last success",
    cell: ({ lastSuccess }) => (
      <>
        <span class="folded">last success </span>
        {lastSuccess ? <Ago at={lastSuccess} /> : "–"}
      </>
    ),
    kind: "later",
  },
  {
    title: "Last error",
    cell: ({ lastError, lastFailure }) => (
      <>
        <span class="folded">last error </span>
        <LastError {...{ lastError, lastFailure }} />
      </>
    ),
    kind: "later",
  },
];

const idOf = ({ webhookID }: { webhookID: string }) => webhookID;

function Webhooks() {
  const [isCreating, setCreating] = useState(false);
  const { data, error, reload, source } = useQuery("/api/webhook/list", {}, refreshed);
  const { rows, sorting } = useSorting(data?.webhooks, columns);
  // Times and counters change all the time and are not worth a mark.
  const marked = useMemo(
    () => rows?.map(({ webhookID, name, url, kinds, state }) => ({ webhookID, name, url, kinds, state })),
    [rows],
  );
  const fresh = useFresh(marked, idOf, source);
  const create = (
    <button type="button" class="primary" onClick={() => setCreating(true)}>
      <Icon name="plus" /> New webhook
    </button>
  );
  return (
    <Section title="Webhooks" aside={create} class="settings">
      {error && <Problem error={error} retry={reload} />}
      {rows?.length === 0 ? (
        <Empty>
          No webhooks yet. A webhook sends events to a URL as they happen: to your own bot, or as messages to a channel
          of Discord.
        </Empty>
      ) : (
        !error && (
          <Table
            label="Webhooks"
            columns={columns}
            rows={rows}
            keyOf={idOf}
            fresh={fresh}
            expected={3}
            sorting={sorting}
          />
        )
      )}
      {isCreating && <CreateWebhook onClose={() => setCreating(false)} />}
    </Section>
  );
}

export function Settings() {
  return (
    <Page title="Settings">
      <Keys />
      <Webhooks />
      <PenalCodeSection />
    </Page>
  );
}
