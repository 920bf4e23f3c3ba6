// The entries of a civilian: arrests, citations, fines and admissions.
import { useMemo, useState } from "preact/hooks";
import type { CivilianFile } from "../api/types";
import { useFresh } from "../live/fresh";
import { Badge } from "./Badge";
import { formatNumber, formatSeconds } from "./format";
import { Empty } from "./Page";
import { Table } from "./Table";
import type { Column } from "./Table";
import { When } from "./When";

/** One form for tables: the API has two response formats for entries, with different member names. */
export interface Entry {
  readonly kind: "Arrest" | "Citation" | "Fine";
  readonly number: number;
  readonly officer: string;
  readonly charges: string;
  readonly penalty: string;
  readonly timestamp: string;
}

type Kind = Entry["kind"];
const kinds: readonly Kind[] = ["Arrest", "Citation", "Fine"];
const manyOf: Record<Kind, string> = { Arrest: "Arrests", Citation: "Citations", Fine: "Fines" };

interface ApiEntry {
  readonly charges: string;
  readonly timestamp: string;
  readonly amount?: number;
  readonly time?: number;
  readonly officerName?: string;
  readonly officersName?: string;
}

function entryOf(kind: Kind, entry: ApiEntry, index: number): Entry {
  const { charges, timestamp, amount, time } = entry;
  const penalty = time === undefined ? formatNumber(amount ?? 0) : formatSeconds(time);
  const officer = entry.officerName ?? entry.officersName ?? "";
  return { kind, number: index + 1, officer, charges, penalty, timestamp };
}

interface Lists {
  readonly arrests: readonly ApiEntry[];
  readonly citations: readonly ApiEntry[];
  readonly fines: readonly ApiEntry[];
}

/** Newest first. */
export function entriesOf({ arrests, citations, fines }: Lists): Entry[] {
  const all = [
    ...arrests.map((each, index) => entryOf("Arrest", each, index)),
    ...citations.map((each, index) => entryOf("Citation", each, index)),
    ...fines.map((each, index) => entryOf("Fine", each, index)),
  ];
  return all.sort((one, other) => other.timestamp.localeCompare(one.timestamp));
}

const columns: readonly Column<Entry>[] = [
  { title: "Kind", cell: ({ kind, number }) => <Badge tone="plain">{`${kind} ${number}`}</Badge> },
  {
    title: "Charges",
    cell: ({ charges }) => (
      <span class="lines-of-text" dir="auto">
        {charges}
      </span>
    ),
  },
  { title: "Penalty", cell: ({ penalty }) => penalty, kind: "number" },
  { title: "Officer", cell: ({ officer }) => <span dir="auto">{officer}</span>, kind: "later" },
  { title: "When", cell: ({ timestamp }) => <When at={timestamp} />, kind: "later" },
];

const entriesShown = 10;
const entryKey = ({ kind, number }: Entry) => kind + number;

/** All entries, or those of one kind. */
export function Entries({ file }: { file: Lists }) {
  const [kind, setKind] = useState<Kind | null>(null);
  const [isWhole, setWhole] = useState(false);
  const all = useMemo(() => entriesOf(file), [file]);
  const fresh = useFresh(all, entryKey);
  if (all.length === 0) return <Empty>No entries.</Empty>;
  const chosen = kind ? all.filter((each) => each.kind === kind) : all;
  const shown = isWhole ? chosen : chosen.slice(0, entriesShown);
  const tab = (title: string, value: Kind | null, amount: number) => (
    <button key={title} type="button" aria-pressed={kind === value} onClick={() => setKind(value)}>
      {title} <small>{formatNumber(amount)}</small>
    </button>
  );
  return (
    <>
      <div class="tabs" role="group" aria-label="Kinds of entries">
        {tab("All", null, all.length)}
        {kinds.map((each) => tab(manyOf[each], each, all.filter((entry) => entry.kind === each).length))}
      </div>
      {shown.length === 0 ? (
        <Empty>No entries of this kind.</Empty>
      ) : (
        <Table label="Record" columns={columns} rows={shown} keyOf={entryKey} fresh={fresh} />
      )}
      {shown.length < chosen.length && (
        <button type="button" class="quiet all" onClick={() => setWhole(true)}>
          Show all {formatNumber(chosen.length)}
        </button>
      )}
    </>
  );
}

type Admission = CivilianFile["hospitalRecords"][number];

const admissionColumns: readonly Column<Admission>[] = [
  {
    title: "Injuries",
    cell: ({ injures }) => (
      <span class="lines-of-text" dir="auto">
        {injures}
      </span>
    ),
  },
  { title: "Time", cell: ({ time }) => formatSeconds(time), kind: "number" },
  { title: "Medical unit", cell: ({ medicName }) => <span dir="auto">{medicName}</span>, kind: "later" },
  { title: "When", cell: ({ timestamp }) => <When at={timestamp} />, kind: "later" },
];

const admissionKey = ({ timestamp, injures }: Admission) => timestamp + injures;

export function Admissions({ admissions }: { admissions: readonly Admission[] }) {
  const fresh = useFresh(admissions, admissionKey);
  if (admissions.length === 0) return <Empty>No admissions.</Empty>;
  return (
    <Table
      label="Admissions"
      columns={admissionColumns}
      rows={[...admissions].reverse()}
      keyOf={admissionKey}
      fresh={fresh}
    />
  );
}
