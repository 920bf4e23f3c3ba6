// The list of offences. Owners of the guild edit it.
import { useMemo, useState } from "preact/hooks";
import type { PenalCodeEntry } from "../api/types";
import { useKey } from "../app/key";
import { useQuery } from "../app/query";
import { EditAsText, EditOffence, RemoveOffence } from "../forms/penalCode";
import { useFresh } from "../live/fresh";
import { formatNumber, formatSeconds, plural } from "./format";
import { Icon } from "./Icon";
import { Empty, Section } from "./Page";
import { matchingOffences } from "./penalCode";
import { Problem } from "./Problem";
import { Table } from "./Table";
import type { Column } from "./Table";

type Action = "add" | "text" | { readonly edit: PenalCodeEntry } | { readonly remove: PenalCodeEntry };

const codeOf = ({ code }: PenalCodeEntry) => code;

const columns: readonly Column<PenalCodeEntry>[] = [
  { title: "Code", cell: ({ code }) => <span class="code nowrap">{code}</span> },
  { title: "Title", cell: ({ title }) => <span dir="auto">{title}</span> },
  { title: "Fine", cell: ({ fine }) => (fine ? formatNumber(fine) : "–"), kind: "number" },
  { title: "Time", cell: ({ time }) => (time ? formatSeconds(time) : "–"), kind: "number" },
];

function editColumn(onPick: (action: Action) => void): Column<PenalCodeEntry> {
  return {
    title: "Actions",
    cell: (entry) => (
      <span class="row-actions">
        <button
          type="button"
          class="quiet square"
          aria-label={`Edit ${entry.code}`}
          onClick={() => onPick({ edit: entry })}
        >
          <Icon name="edit" />
        </button>
        <button
          type="button"
          class="quiet square"
          aria-label={`Remove ${entry.code}`}
          onClick={() => onPick({ remove: entry })}
        >
          <Icon name="trash" />
        </button>
      </span>
    ),
    kind: "number",
  };
}

function ActionDialog({
  action,
  entries,
  onClose,
}: {
  action: Action;
  entries: PenalCodeEntry[];
  onClose: () => void;
}) {
  if (action === "add") return <EditOffence onClose={onClose} />;
  if (action === "text") return <EditAsText entries={entries} onClose={onClose} />;
  if ("edit" in action) return <EditOffence entry={action.edit} onClose={onClose} />;
  return <RemoveOffence entry={action.remove} onClose={onClose} />;
}

function EmptyList() {
  const { can } = useKey();
  return (
    <Empty>
      {can("admin")
        ? "No offences yet. Add the offences of your community, or import a list: officers then pick them in forms, and fine and time are filled in."
        : "No offences yet. Somebody with the scope admin can add them in the settings."}
    </Empty>
  );
}

export function PenalCodeSection({ title = "Penal code" }: { title?: string }) {
  const { can } = useKey();
  const [action, setAction] = useState<Action | null>(null);
  const [text, setText] = useState("");
  const { data, error, reload, source } = useQuery("/api/penal-code", {});
  const entries = data?.entries;
  const fresh = useFresh(entries, codeOf, source);
  const shown = useMemo(() => entries && matchingOffences(entries, text), [entries, text]);
  const mayEdit = can("admin");
  const actions = mayEdit && entries && (
    <span class="actions">
      <button type="button" onClick={() => setAction("text")}>
        Import or edit as text
      </button>
      <button type="button" class="primary" onClick={() => setAction("add")}>
        <Icon name="plus" /> New offence
      </button>
    </span>
  );
  return (
    <Section title={title} aside={actions} class="settings penal-code">
      {error && <Problem error={error} retry={reload} />}
      {entries && entries.length > 0 && (
        <div class="filters">
          <label class="filter">
            <span>Search code or title</span>
            <input
              type="search"
              autoComplete="off"
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <p role="status">
            {plural(shown?.length ?? 0, "offence")}
            {shown?.length !== entries.length && ` of ${formatNumber(entries.length)}`}
          </p>
        </div>
      )}
      {entries?.length === 0 && <EmptyList />}
      {!error && entries?.length !== 0 && (
        <Table
          label="Penal code"
          columns={mayEdit ? [...columns, editColumn(setAction)] : columns}
          rows={shown}
          keyOf={codeOf}
          fresh={fresh}
        />
      )}
      {action && entries && <ActionDialog {...{ action, entries }} onClose={() => setAction(null)} />}
    </Section>
  );
}
