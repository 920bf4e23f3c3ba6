// The impounded vehicles, newest first.
import { useState } from "preact/hooks";
import type { Impound } from "../api/types";
import { useKey } from "../app/key";
import { useQuery } from "../app/query";
import { href } from "../app/router";
import type { Place } from "../app/router";
import { ReleaseVehicle } from "../forms/vehicle";
import { useFresh } from "../live/fresh";
import { CivilianLink } from "./columns";
import { arrivalOf, Countdown, synchronized, useReloadAtEnd } from "./Countdown";
import { formatNumber, formatUntil, plural } from "./format";
import { listOr, pageSize, whileNotReading } from "./lists";
import { NewChanges } from "./NewChanges";
import { Empty } from "./Page";
import { cursorsOf, Pager } from "./Pager";
import { Problem } from "./Problem";
import { Table } from "./Table";
import type { Column } from "./Table";
import { When } from "./When";

const columns: readonly Column<Impound>[] = [
  {
    title: "Plate",
    cell: ({ plate }) => (
      <a class="code" href={href(["vehicles", plate])} dir="auto">
        {plate}
      </a>
    ),
  },
  { title: "Model", cell: ({ model }) => <span dir="auto">{model}</span>, kind: "wide" },
  { title: "Owner", cell: ({ civilianName }) => <CivilianLink name={civilianName} /> },
  {
    title: "Since",
    cell: ({ timestamp }) => (
      <>
        <span class="folded">since </span>
        <When at={timestamp} />
      </>
    ),
    kind: "later",
  },
  {
    title: "Fee",
    cell: ({ fee }) => (
      <>
        <span class="folded">fee </span>
        {formatNumber(fee)}
      </>
    ),
    kind: "number",
  },
];

function releaseColumn(arrival: number): Column<Impound> {
  return {
    title: "Released",
    cell: ({ remaining, releaseTimestamp }) =>
      remaining === null ? (
        <small>by an officer</small>
      ) : (
        <span class="release-in">
          <Countdown end={arrival + remaining * 1000} />{" "}
          <small>
            <time dateTime={releaseTimestamp}>{formatUntil(Date.parse(releaseTimestamp))}</time>
          </small>
        </span>
      ),
    kind: "later",
  };
}

function actionColumn(onRelease: (impound: Impound) => void): Column<Impound> {
  return {
    title: "Action",
    cell: (impound) => (
      <button type="button" aria-label={`Release ${impound.plate}`} onClick={() => onRelease(impound)}>
        Release
      </button>
    ),
    kind: "number",
  };
}

const idOf = ({ id }: { readonly id: string }) => id;

export function Impounds({ place }: { place: Place }) {
  const { can } = useKey();
  const [released, setReleased] = useState<Impound | null>(null);
  const result = useQuery(
    "/api/leo/impounds",
    { limit: pageSize, after: cursorsOf(place).at(-1) },
    { ...synchronized, ...whileNotReading },
  );
  const { rows, amount, next, error } = listOr(result, ({ impounds }) => impounds);
  useReloadAtEnd(result.data, rows ?? [], result.reload);
  const fresh = useFresh(rows, idOf, result.source);
  const shown = [...columns, releaseColumn(result.data ? arrivalOf(result.data) : 0)];
  if (error) return <Problem error={error} retry={result.reload} />;
  return (
    <section class="card" aria-label="Impounded vehicles">
      <NewChanges amount={result.held} onShow={result.showHeld} />
      <p class="amount" role="status">
        {rows ? plural(amount, "impounded vehicle") : "\u00a0"}
      </p>
      {rows?.length === 0 ? (
        <Empty>
          No impounded vehicles. A vehicle is impounded at its page: <a href={href(["vehicles"])}>look up a plate</a>
        </Empty>
      ) : (
        <Table
          label="Impounded vehicles"
          columns={can("leo") ? [...shown, actionColumn(setReleased)] : shown}
          rows={rows}
          keyOf={idOf}
          busy={result.busy}
          fresh={fresh}
          expected={pageSize}
        />
      )}
      <Pager place={place} query={{}} next={next} shown={rows && { size: pageSize, here: rows.length, amount }} />
      {released && (
        <ReleaseVehicle vehicle={released} fee={formatNumber(released.fee)} onClose={() => setReleased(null)} />
      )}
    </section>
  );
}
