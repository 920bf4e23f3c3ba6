// The attempts to deliver events to a webhook.
import { useId, useState } from "preact/hooks";
import type { Delivery } from "../api/types";
import { useQuery } from "../app/query";
import type { Place } from "../app/router";
import { freshClass, useFresh } from "../live/fresh";
import { kindTitle } from "./changes";
import { Icon } from "./Icon";
import { pageSize, whileNotReading } from "./lists";
import { Empty } from "./Page";
import { Pager, cursorsOf } from "./Pager";
import { Problem } from "./Problem";
import { formatTook, refreshed, Reply, StatusBadge } from "./webhooks";
import { When } from "./When";

const openDelivery = ".delivery [aria-expanded=true]";

interface LineProps {
  readonly delivery: Delivery;
  readonly isFresh: boolean;
  readonly onResend: ((delivery: Delivery) => void) | undefined;
}

function Line({ delivery, isFresh, onResend }: LineProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { seq, kind, timestamp, attempt, delivered, took, error, reply } = delivery;
  return (
    <li class={freshClass(isFresh, "change delivery")}>
      <Icon name={delivered ? "check" : "alert"} />
      <span class="line">
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {kindTitle(kind)}
        </button>
        {!isOpen && <small dir="auto">{error || reply}</small>}
      </span>
      <span class="line">
        <span>
          <StatusBadge {...delivery} />
        </span>
        <small>
          Attempt {attempt} · {formatTook(took)}
        </small>
      </span>
      <span class="line">
        <When at={timestamp} />
        <small>#{seq}</small>
      </span>
      {onResend && (
        <button type="button" aria-label={`Resend #${seq}`} onClick={() => onResend(delivery)}>
          <Icon name="repeat" /> Resend
        </button>
      )}
      <div id={id} hidden={!isOpen}>
        {isOpen && <Reply {...delivery} />}
      </div>
    </li>
  );
}

interface Props {
  readonly webhookID: string;
  readonly place: Place;
  /** Missing if events cannot be sent again now. */
  readonly onResend: ((delivery: Delivery) => void) | undefined;
}

export function Deliveries({ webhookID, place, onResend }: Props) {
  const cursors = cursorsOf(place);
  const { data, error, reload, source } = useQuery(
    "/api/webhook/deliveries",
    { webhookID, limit: pageSize, after: cursors.at(-1) },
    {
      ...refreshed,
      // New attempts would move an open one, and they are not on a later page.
      isHeld: () => cursors.length > 0 || whileNotReading.isHeld() || document.querySelector(openDelivery) !== null,
    },
  );
  const rows = data?.deliveries;
  const fresh = useFresh(rows, ({ id }) => id, source);
  return (
    <>
      {error && <Problem error={error} retry={reload} />}
      {rows?.length === 0 && <Empty>No attempts in the last 7 days.</Empty>}
      <ul class="changes">
        {rows?.map((delivery) => (
          <Line key={delivery.id} {...{ delivery, onResend }} isFresh={fresh.has(delivery.id)} />
        )) ??
          Array.from({ length: error ? 0 : 5 }, (_, index) => (
            <li key={index} class="change waiting" aria-hidden="true">
              <span class="skeleton" />
            </li>
          ))}
      </ul>
      <Pager place={place} query={{}} next={data?.next} words={{ back: "Newer", on: "Older" }} />
    </>
  );
}
