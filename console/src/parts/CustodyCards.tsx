// One card for each person in custody, the next to be released first.
import { useState } from "preact/hooks";
import { ApiError } from "../api/client";
import type { Custody } from "../api/types";
import { useKey } from "../app/key";
import { reloadAll, useQuery } from "../app/query";
import { href } from "../app/router";
import { ChangeSentence, ReleaseCivilian, sendSentence } from "../forms/custody";
import type { RunningArrest } from "../forms/custody";
import { freshClass, useFresh } from "../live/fresh";
import { arrivalOf, Countdown, synchronized, TermProgress, useReloadAtEnd, useSecondsLeft } from "./Countdown";
import { formatSeconds, formatUntil, plural } from "./format";
import { Icon } from "./Icon";
import { listOr } from "./lists";
import { Empty } from "./Page";
import { Problem } from "./Problem";
import { showToast } from "./Toast";

const cardsMax = 200;
/** How much one click lengthens or shortens a sentence. */
const step = 600;

interface ArrestProps {
  readonly name: string;
  readonly arrest: RunningArrest;
  /** When the arrest ends, as for `useSecondsLeft`. */
  readonly end: number;
  readonly onEdit: () => void;
}

function SentenceButtons({ name, arrest, end, onEdit }: ArrestProps) {
  const [refused, setRefused] = useState<ApiError | null>(null);
  const left = useSecondsLeft(end);
  const what = `of arrest ${arrest.count} of ${name}`;
  const change = async (more: number) => {
    try {
      const { success } = await sendSentence(name, arrest, arrest.time + more);
      setRefused(null);
      showToast(`${success}: ${name}`);
      reloadAll();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error);
    }
  };
  return (
    <>
      <span class="sentence-buttons" role="group" aria-label={`Sentence ${what}`}>
        {/* Releasing somebody takes a button of its own. */}
        <button type="button" disabled={left <= step} onClick={() => void change(-step)}>
          −{formatSeconds(step)}
        </button>
        <button type="button" onClick={() => void change(step)}>
          +{formatSeconds(step)}
        </button>
        <button type="button" class="square" aria-label={`Set the sentence ${what}`} onClick={onEdit}>
          <Icon name="edit" />
        </button>
      </span>
      {refused && <Problem error={refused} />}
    </>
  );
}

function Arrest(props: ArrestProps & { readonly isOnly: boolean }) {
  const { can } = useKey();
  const { arrest, end, isOnly } = props;
  return (
    <li>
      <p class="charges lines-of-text" dir="auto">
        {arrest.charges}
      </p>
      <p class="arrest-facts">
        <span dir="auto">{arrest.officerName}</span> · {formatSeconds(arrest.time)}
        {!isOnly && (
          <>
            {" "}
            · <Countdown end={end} /> left
          </>
        )}
      </p>
      {can("leo") && <SentenceButtons {...props} />}
    </li>
  );
}

/** The earliest beginning of the arrests that run. */
function beginOf({ arrests, releaseTimestamp }: Custody): string {
  return arrests.map(({ timestamp }) => timestamp).sort()[0] ?? releaseTimestamp;
}

interface CardProps {
  readonly custody: Custody;
  /** When the response arrived, as `arrivalOf` says. */
  readonly arrival: number;
  readonly isFresh: boolean;
  readonly onRelease: () => void;
  readonly onEdit: (arrest: RunningArrest) => void;
}

function Card({ custody, arrival, isFresh, onRelease, onEdit }: CardProps) {
  const { can } = useKey();
  const { civilianName: name, arrests, releaseTimestamp, remaining } = custody;
  const endOf = (left: number | null) => arrival + (left ?? 0) * 1000;
  return (
    <li class={freshClass(isFresh, "card in-custody")}>
      <header>
        <h2 dir="auto">
          <a href={href(["civilians", name])}>{name}</a>
        </h2>
        <p class="time-left">
          <Countdown end={endOf(remaining)} />
        </p>
      </header>
      <TermProgress
        end={endOf(remaining)}
        from={beginOf(custody)}
        to={releaseTimestamp}
        label={`Time served by ${name}`}
      />
      <p class="release-at">
        Release at <time dateTime={releaseTimestamp}>{formatUntil(Date.parse(releaseTimestamp))}</time>
        {arrests.length > 1 && <> · {plural(arrests.length, "arrest")}</>}
      </p>
      <ul class="arrests" aria-label={`Arrests of ${name}`}>
        {arrests.map((arrest) => (
          <Arrest
            key={arrest.count}
            {...{ name, arrest }}
            end={endOf(arrest.remaining)}
            isOnly={arrests.length === 1}
            onEdit={() => onEdit(arrest)}
          />
        ))}
      </ul>
      {can("leo") && (
        <button type="button" class="release" onClick={onRelease}>
          Release
        </button>
      )}
    </li>
  );
}

function Nobody() {
  const { can } = useKey();
  return (
    <section class="card">
      <Empty>
        Nobody is in custody. An arrest begins custody, for as long as its time says; then it ends by itself.{" "}
        {can("leo") && <a href={href(["law", "arrest"])}>Arrest somebody</a>}
      </Empty>
    </section>
  );
}

const idOf = ({ civilianID }: { readonly civilianID: string }) => civilianID;

type Action = { readonly name: string; readonly arrest?: RunningArrest };

export function CustodyCards() {
  const [action, setAction] = useState<Action | null>(null);
  const result = useQuery("/api/leo/custody", { limit: cardsMax }, synchronized);
  const { rows, amount, error } = listOr(result, ({ custody }) => custody);
  useReloadAtEnd(result.data, rows ?? [], result.reload);
  const fresh = useFresh(rows, idOf, result.source);
  const close = () => setAction(null);
  return (
    <>
      {error && <Problem error={error} retry={result.reload} />}
      <p class="amount" role="status">
        {rows ? `${plural(amount, "person", "people")} in custody` : "\u00a0"}
      </p>
      {rows?.length === 0 && <Nobody />}
      {!rows && !error && <section class="card waiting custody-waiting" aria-hidden="true" />}
      <ul class="custody-cards" aria-label="In custody">
        {rows?.map((custody) => (
          <Card
            key={custody.civilianID}
            custody={custody}
            arrival={arrivalOf(result.data ?? custody)}
            isFresh={fresh.has(custody.civilianID)}
            onRelease={() => setAction({ name: custody.civilianName })}
            onEdit={(arrest) => setAction({ name: custody.civilianName, arrest })}
          />
        ))}
      </ul>
      {rows && amount > rows.length && <p>{plural(amount - rows.length, "more person", "more people")} not shown</p>}
      {action &&
        (action.arrest ? (
          <ChangeSentence name={action.name} arrest={action.arrest} onClose={close} />
        ) : (
          <ReleaseCivilian name={action.name} onClose={close} />
        ))}
    </>
  );
}
