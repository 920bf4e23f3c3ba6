// All active BOLOs, for a screen on the wall.
import { useMemo, useState } from "preact/hooks";
import type { ActiveBolo, Change, Civilian } from "../api/types";
import { canFullscreen, toggleFullscreen, useFullscreen, useScreens, useWakeLock } from "../app/fullscreen";
import { useKey } from "../app/key";
import { useQuery } from "../app/query";
import { href } from "../app/router";
import { EndBolo, NewBolo } from "../forms/civilian";
import { freshClass, useFresh } from "../live/fresh";
import { actorOf, valuesOf } from "../parts/changes";
import { ConnectionDot } from "../parts/ConnectionDot";
import { arrivalOf, Countdown, synchronized, useReloadAtEnd } from "../parts/Countdown";
import { formatNumber, formatUntil, plural } from "../parts/format";
import { Icon } from "../parts/Icon";
import { listOr } from "../parts/lists";
import { useHeading } from "../parts/Page";
import { Problem } from "../parts/Problem";
import { Ago, When } from "../parts/When";

const rowsMax = 1000;
const freshFor = 12_000;

/** A BOLO with what the other responses know of it, if they have arrived. */
interface Bolo extends ActiveBolo {
  readonly civilian: Civilian | undefined;
  /** The change that raised it, if it is recent enough to be among the changes that were read. */
  readonly raised: Change | undefined;
}

function bolosOf(
  active: readonly ActiveBolo[],
  civilians: readonly Civilian[],
  changes: readonly Change[],
): readonly Bolo[] {
  const known = new Map(civilians.map((civilian) => [civilian.id, civilian]));
  const raised = new Map<string, Change>();
  // The newest change comes first; older ones are about earlier BOLOs.
  for (const change of changes) {
    if (valuesOf(change.after)["bolo"] && !raised.has(change.civilianID)) raised.set(change.civilianID, change);
  }
  return active.map((bolo) => ({
    ...bolo,
    civilian: known.get(bolo.civilianID),
    raised: raised.get(bolo.civilianID),
  }));
}

function description(civilian: Civilian): string {
  const parts = [
    `${civilian.civilianGender}, ${formatNumber(civilian.civilianAge)}`,
    `${formatNumber(civilian.civilianHeight)} cm`,
    `${formatNumber(civilian.civilianWeight)} kg`,
    `${civilian.civilianHairColor} hair`,
  ];
  // Lines break between the parts only.
  return parts.map((part) => part.replaceAll(" ", "\u00a0")).join(" · ");
}

interface CardProps {
  readonly bolo: Bolo;
  /** When the response arrived, as `arrivalOf` says. */
  readonly arrival: number;
  readonly isFresh: boolean;
  readonly onEnd: (() => void) | false;
}

function Card({ bolo, arrival, isFresh, onEnd }: CardProps) {
  const { civilian, raised, civilianName, remaining, expiresTimestamp } = bolo;
  const by = raised && (actorOf(raised) || raised.keyName);
  return (
    <li class={freshClass(isFresh, "wanted")}>
      <h2 dir="auto">
        <a href={href(["civilians", civilianName])}>{civilianName}</a>
      </h2>
      <p class="wanted-reason" dir="auto">
        {bolo.reason}
      </p>
      {civilian && (
        <>
          <p dir="auto">{description(civilian)}</p>
          <p dir="auto">
            {civilian.civilianOccupation} · {civilian.civilianAddress}
          </p>
        </>
      )}
      <p class="wanted-since">
        Since <When at={bolo.timestamp} /> (<Ago at={bolo.timestamp} />)
        {by && (
          <>
            {" "}
            by <span dir="auto">{by}</span>
          </>
        )}
      </p>
      <div class="wanted-foot">
        {remaining !== null && (
          <p>
            Ends in <Countdown end={arrival + remaining * 1000} />{" "}
            <small>
              at <time dateTime={expiresTimestamp}>{formatUntil(Date.parse(expiresTimestamp))}</time>
            </small>
          </p>
        )}
        {onEnd && (
          <button type="button" aria-label={`End BOLO: ${civilianName}`} onClick={onEnd}>
            End BOLO
          </button>
        )}
      </div>
    </li>
  );
}

interface HeadProps {
  readonly amount: number | undefined;
  readonly last: Change | undefined;
  readonly onNew: (() => void) | false;
}

function BoardHead({ amount, last, onNew }: HeadProps) {
  const { info } = useKey();
  const heading = useHeading("BOLO board");
  return (
    <header class="board-head">
      <h1 ref={heading} tabIndex={-1}>
        BOLO board
      </h1>
      <p>
        <strong dir="auto">{info.guildID}</strong>
        {amount !== undefined && <> · {formatNumber(amount)} active</>}
      </p>
      {last && (
        <p>
          Last change <When at={last.timestamp} />
        </p>
      )}
      <ConnectionDot isNamed />
      <div class="board-actions">
        {onNew && (
          <button type="button" onClick={onNew}>
            <Icon name="plus" /> New BOLO
          </button>
        )}
        {canFullscreen && (
          <button type="button" onClick={toggleFullscreen} aria-keyshortcuts="f">
            <Icon name="expand" /> Full screen <kbd aria-hidden="true">F</kbd>
          </button>
        )}
        <a class="button" href="#/">
          <Icon name="home" /> Console
        </a>
      </div>
    </header>
  );
}

/** Few BOLOs are shown larger than many. */
function densityOf(amount: number): string {
  if (amount <= 4) return "few";
  return amount <= 9 ? "some" : "many";
}

type Action = "new" | Bolo;

function ActionDialog({ action, onClose }: { action: Action; onClose: () => void }) {
  if (action === "new") return <NewBolo onClose={onClose} />;
  const { civilianName, reason } = action;
  return <EndBolo civilian={{ civilianName, boloReason: reason }} onClose={onClose} />;
}

export function Board() {
  const { can } = useKey();
  const mayChange = can("civilian") || can("leo");
  const [action, setAction] = useState<Action | null>(null);
  const list = useQuery("/api/civilian/bolos", { limit: rowsMax }, synchronized);
  const people = useQuery("/api/civilian/list", { bolo: true, limit: rowsMax });
  const log = useQuery("/api/audit", { kind: "civilian.bolo", limit: rowsMax });
  const { rows, amount, error } = listOr(list, (response) => response.bolos);
  const civilians = listOr(people, (response) => response.civilians).rows;
  useReloadAtEnd(list.data, rows ?? [], list.reload);
  const fresh = useFresh(rows, ({ civilianID }) => civilianID, list.source, freshFor);
  const changes = log.data?.events;
  const bolos = useMemo(() => rows && bolosOf(rows, civilians ?? [], changes ?? []), [rows, civilians, changes]);
  const isFull = useFullscreen();
  useWakeLock(isFull);
  useScreens(isFull, bolos?.[0]?.civilianID);
  const named = bolos?.filter(({ civilianID }) => fresh.has(civilianID)).map(({ civilianName }) => civilianName);
  return (
    <div class="board" data-density={densityOf(bolos?.length ?? 0)}>
      <BoardHead amount={rows && amount} last={changes?.[0]} onNew={mayChange && (() => setAction("new"))} />
      <main>
        {error && <Problem error={error} retry={list.reload} />}
        {bolos?.length === 0 && (
          <p class="board-empty">
            <Icon name="check" /> No active BOLOs
            <small>One that is raised on the page of a civilian appears here at once.</small>
          </p>
        )}
        <ul class="bolos" aria-label="Active BOLOs">
          {bolos?.map((bolo) => (
            <Card
              key={bolo.civilianID}
              bolo={bolo}
              arrival={list.data ? arrivalOf(list.data) : 0}
              isFresh={fresh.has(bolo.civilianID)}
              onEnd={mayChange && (() => setAction(bolo))}
            />
          ))}
        </ul>
        {rows && amount > rows.length && <p>{plural(amount - rows.length, "older BOLO")} not shown</p>}
        <p class="hidden" role="status">
          {named && named.length > 0 && `New or changed: ${named.join(", ")}`}
        </p>
        {action && <ActionDialog action={action} onClose={() => setAction(null)} />}
      </main>
    </div>
  );
}
