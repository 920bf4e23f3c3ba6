// All active BOLOs, for a screen on the wall.
import { useMemo } from "preact/hooks";
import type { Change, Civilian } from "../api/types";
import { canFullscreen, toggleFullscreen, useFullscreen, useScreens, useWakeLock } from "../app/fullscreen";
import { useKey } from "../app/key";
import { useQuery } from "../app/query";
import { href } from "../app/router";
import { freshClass, useFresh } from "../live/fresh";
import { valuesOf } from "../parts/changes";
import { ConnectionDot } from "../parts/ConnectionDot";
import { formatNumber, plural } from "../parts/format";
import { Icon } from "../parts/Icon";
import { listOr } from "../parts/lists";
import { useHeading } from "../parts/Page";
import { Problem } from "../parts/Problem";
import { Ago, When } from "../parts/When";

const rowsMax = 1000;
const freshFor = 12_000;

/** A civilian and the change that raised the BOLO, if it is recent enough to be among the changes that were read. */
interface Bolo {
  readonly civilian: Civilian;
  readonly raised: Change | undefined;
}

/** Newest first; those with an unknown time are older. */
function bolosOf(civilians: readonly Civilian[], changes: readonly Change[]): Bolo[] {
  const raised = new Map<string, Change>();
  // The newest change comes first; older ones are about earlier BOLOs.
  for (const change of changes) {
    if (valuesOf(change.after)["bolo"] && !raised.has(change.civilianID)) raised.set(change.civilianID, change);
  }
  return civilians
    .map((civilian) => ({ civilian, raised: raised.get(civilian.id) }))
    .sort((one, other) => (other.raised?.seq ?? 0) - (one.raised?.seq ?? 0));
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

function Card({ bolo: { civilian, raised }, isFresh }: { bolo: Bolo; isFresh: boolean }) {
  const by = raised && (raised.actor || raised.keyName);
  return (
    <li class={freshClass(isFresh, "wanted")}>
      <h2 dir="auto">
        <a href={href(["civilians", civilian.civilianName])}>{civilian.civilianName}</a>
      </h2>
      <p class="wanted-reason" dir="auto">
        {civilian.boloReason}
      </p>
      <p dir="auto">{description(civilian)}</p>
      <p dir="auto">
        {civilian.civilianOccupation} · {civilian.civilianAddress}
      </p>
      {raised && (
        <p class="wanted-since">
          Since <When at={raised.timestamp} /> (<Ago at={raised.timestamp} />)
          {by && (
            <>
              {" "}
              by <span dir="auto">{by}</span>
            </>
          )}
        </p>
      )}
    </li>
  );
}

function BoardHead({ amount, last }: { amount: number | undefined; last: Change | undefined }) {
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

export function Board() {
  const list = useQuery("/api/civilian/list", { bolo: true, limit: rowsMax });
  const log = useQuery("/api/audit", { kind: "civilian.bolo", limit: rowsMax });
  const { rows, amount, error } = listOr(list, (response) => response.civilians);
  const fresh = useFresh(rows, ({ id }) => id, list.source, freshFor);
  const changes = log.data?.events;
  const bolos = useMemo(() => rows && bolosOf(rows, changes ?? []), [rows, changes]);
  const isFull = useFullscreen();
  useWakeLock(isFull);
  useScreens(isFull, bolos?.[0]?.civilian.id);
  const named = bolos?.filter(({ civilian }) => fresh.has(civilian.id)).map(({ civilian }) => civilian.civilianName);
  return (
    <div class="board" data-density={densityOf(bolos?.length ?? 0)}>
      <BoardHead amount={rows && amount} last={changes?.[0]} />
      <main>
        {error && <Problem error={error} retry={list.reload} />}
        {bolos?.length === 0 && (
          <p class="board-empty">
            <Icon name="check" /> No active BOLOs
          </p>
        )}
        <ul class="bolos" aria-label="Active BOLOs">
          {bolos?.map((bolo) => (
            <Card key={bolo.civilian.id} bolo={bolo} isFresh={fresh.has(bolo.civilian.id)} />
          ))}
        </ul>
        {rows && amount > rows.length && <p>{plural(amount - rows.length, "older BOLO")} not shown</p>}
        <p class="hidden" role="status">
          {named && named.length > 0 && `New or changed: ${named.join(", ")}`}
        </p>
      </main>
    </div>
  );
}
