// The entries of a civilian: arrests, citations, fines and admissions.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { HistoryEntry } from "../api/types";
import { useFresh } from "../live/fresh";
import { Badge } from "./Badge";
import { capitalised, formatNumber, formatSeconds, plural } from "./format";
import { Empty } from "./Page";
import { Table } from "./Table";
import type { Column } from "./Table";
import { When } from "./When";

type Kind = HistoryEntry["kind"];

interface Void {
  readonly reason: string;
  readonly officerName: string;
  readonly timestamp: string;
}

/** One form for tables: each kind of entry has its own members. */
export interface Entry {
  readonly kind: Kind;
  /** The entry's own number. Numbers can have gaps. */
  readonly count: number;
  /** The charges, or the injuries. */
  readonly text: string;
  readonly penalty: string;
  /** The officer or the medical unit. */
  readonly writer: string;
  readonly timestamp: string;
  readonly void?: Void | undefined;
}

interface ApiEntry {
  readonly count: number;
  readonly charges?: string;
  readonly injures?: string;
  readonly amount?: number;
  readonly time?: number | string;
  readonly officersName?: string;
  readonly unitsName?: string;
  readonly timestamp: string;
  readonly void?: Void;
}

function entryOf(kind: Kind, entry: ApiEntry): Entry {
  const { count, charges, injures, amount, time, officersName, unitsName, timestamp } = entry;
  return {
    kind,
    count,
    text: charges ?? injures ?? "",
    penalty: time === undefined ? formatNumber(amount ?? 0) : formatSeconds(time),
    writer: officersName ?? unitsName ?? "",
    timestamp,
    void: entry.void,
  };
}

/** Newest first, with void entries. */
export function entriesInHistory(entries: readonly HistoryEntry[]): Entry[] {
  return entries.map((entry) => entryOf(entry.kind, entry));
}

interface Lists {
  readonly arrests?: readonly ApiEntry[];
  readonly citations?: readonly ApiEntry[];
  readonly fines?: readonly ApiEntry[];
  readonly admissions?: readonly ApiEntry[];
}

/** Newest first. */
export function entriesOf({ arrests = [], citations = [], fines = [], admissions = [] }: Lists): Entry[] {
  const all = [
    ...arrests.map((each) => entryOf("arrest", each)),
    ...citations.map((each) => entryOf("citation", each)),
    ...fines.map((each) => entryOf("fine", each)),
    ...admissions.map((each) => entryOf("admission", each)),
  ];
  return all.sort((one, other) => other.timestamp.localeCompare(one.timestamp));
}

/** "Citation 3" */
export function entryName({ kind, count }: Pick<Entry, "kind" | "count">): string {
  return `${capitalised(kind)} ${formatNumber(count)}`;
}

/** Void entries stay on file, so they are struck through instead of left out. */
function Text({ text, void: mark }: Entry) {
  if (!mark) {
    return (
      <span class="lines-of-text" dir="auto">
        {text}
      </span>
    );
  }
  return (
    <>
      <s class="lines-of-text" dir="auto">
        {text}
      </s>
      <small class="void-note" dir="auto">
        Void: {mark.reason} · {mark.officerName} · <When at={mark.timestamp} />
      </small>
    </>
  );
}

function Kind({ entry }: { entry: Entry }) {
  return (
    <span class="badges">
      <Badge tone="plain">{entryName(entry)}</Badge>
      {entry.void && <Badge tone="void">Void</Badge>}
    </span>
  );
}

type OnEntry = (entry: Entry) => void;

function columnsOf(
  text: string,
  penalty: string,
  writer: string,
  onVoid: OnEntry | undefined,
): readonly Column<Entry>[] {
  const columns: Column<Entry>[] = [
    { title: "Entry", cell: (entry) => <Kind entry={entry} /> },
    { title: text, cell: Text },
    {
      title: penalty,
      cell: (entry) => (entry.void ? <s>{entry.penalty}</s> : entry.penalty),
      kind: "number",
    },
    { title: writer, cell: (entry) => <span dir="auto">{entry.writer}</span>, kind: "later" },
    { title: "When", cell: ({ timestamp }) => <When at={timestamp} />, kind: "later" },
  ];
  if (!onVoid) return columns;
  const act = (entry: Entry) =>
    !entry.void && (
      <button
        type="button"
        class="quiet void-action"
        aria-label={`Void ${entryName(entry)}`}
        onClick={() => onVoid(entry)}
      >
        Void
      </button>
    );
  return [...columns, { title: "Action", cell: act, kind: "state" }];
}

const entriesShown = 10;
const entryKey = ({ kind, count }: Entry) => kind + count;

interface TableProps {
  readonly label: string;
  /** Undefined while loading. */
  readonly entries: readonly Entry[] | undefined;
  readonly columns: readonly Column<Entry>[];
  readonly fresh: ReadonlySet<string>;
  readonly none: string;
}

/** The first entries, the others on request. Void ones are hidden at first. */
function EntryTable({ label, entries, columns, fresh, none }: TableProps) {
  const [isWhole, setWhole] = useState(false);
  const [showsVoid, setShowsVoid] = useState(false);
  const voided = entries?.filter((each) => each.void).length ?? 0;
  // An entry must not disappear under the user who marks it as void.
  const before = useRef(entries && voided);
  useEffect(() => {
    if (!entries) return;
    if (before.current !== undefined && voided > before.current) setShowsVoid(true);
    before.current = voided;
  }, [entries, voided]);
  const chosen = showsVoid ? entries : entries?.filter((each) => !each.void);
  const shown = isWhole ? chosen : chosen?.slice(0, entriesShown);
  return (
    <>
      {voided > 0 && (
        <label class="check void-switch">
          <input type="checkbox" checked={showsVoid} onChange={(event) => setShowsVoid(event.currentTarget.checked)} />
          Show {plural(voided, "void entry", "void entries")}
        </label>
      )}
      {shown?.length === 0 ? (
        <Empty>{none}</Empty>
      ) : (
        <Table label={label} columns={columns} rows={shown} keyOf={entryKey} fresh={fresh} expected={2} />
      )}
      {chosen && shown && shown.length < chosen.length && (
        <button type="button" class="quiet all" onClick={() => setWhole(true)}>
          Show all {formatNumber(chosen.length)}
        </button>
      )}
    </>
  );
}

interface Props {
  readonly entries: readonly Entry[] | undefined;
  /** For those who may mark entries as void. */
  readonly onVoid?: OnEntry | undefined;
}

const recordKinds = ["arrest", "citation", "fine"] as const;
const manyOf = { arrest: "Arrests", citation: "Citations", fine: "Fines" } as const;

/** Arrests, citations and fines: all of them, or those of one kind. */
export function Entries({ entries, onVoid }: Props) {
  const [kind, setKind] = useState<Kind | null>(null);
  const columns = useMemo(() => columnsOf("Charges", "Penalty", "Officer", onVoid), [onVoid]);
  const all = useMemo(() => entries?.filter((each) => each.kind !== "admission"), [entries]);
  const chosen = useMemo(() => (kind ? all?.filter((each) => each.kind === kind) : all), [all, kind]);
  const fresh = useFresh(all, entryKey);
  if (all?.length === 0) return <Empty>No entries.</Empty>;
  const none = kind ? "No entries of this kind." : "No valid entries.";
  const table = <EntryTable key={kind} label="Record" entries={chosen} {...{ columns, fresh, none }} />;
  if (!all) return table;
  const tab = (title: string, value: Kind | null) => {
    const amount = all.filter((each) => !each.void && (!value || each.kind === value)).length;
    return (
      <button key={title} type="button" aria-pressed={kind === value} onClick={() => setKind(value)}>
        {title} <small>{formatNumber(amount)}</small>
      </button>
    );
  };
  return (
    <>
      <div class="tabs" role="group" aria-label="Kinds of entries">
        {tab("All", null)}
        {recordKinds.map((each) => tab(manyOf[each], each))}
      </div>
      {table}
    </>
  );
}

export function Admissions({ entries, onVoid }: Props) {
  const columns = useMemo(() => columnsOf("Injuries", "Time", "Medical unit", onVoid), [onVoid]);
  const admissions = useMemo(() => entries?.filter(({ kind }) => kind === "admission"), [entries]);
  const fresh = useFresh(admissions, entryKey);
  if (admissions?.length === 0) return <Empty>No admissions.</Empty>;
  return <EntryTable label="Admissions" entries={admissions} {...{ columns, fresh }} none="No valid admissions." />;
}
