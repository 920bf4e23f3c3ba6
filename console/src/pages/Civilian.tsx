import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Civilian as CivilianRecord, CivilianFile } from "../api/types";
import { useKey } from "../app/key";
import { useQuery } from "../app/query";
import { href } from "../app/router";
import { DeleteCivilian, EditCivilian, EndBolo, MarkDeceased, RaiseBolo } from "../forms/civilian";
import { EntryForm, entries } from "../forms/entries";
import type { EntryKind } from "../forms/entries";
import { VoidEntry } from "../forms/void";
import { freshClass, useFresh, useFreshMembers } from "../live/fresh";
import { watchChanges } from "../live/live";
import { ChangeList } from "../parts/ChangeList";
import { ownFirearmColumns, ownVehicleColumns } from "../parts/columns";
import { Dialog } from "../parts/Dialog";
import { plural } from "../parts/format";
import { Icon } from "../parts/Icon";
import { IdCard } from "../parts/IdCard";
import { listOr } from "../parts/lists";
import { Empty, Page, Section } from "../parts/Page";
import { Problem } from "../parts/Problem";
import { Admissions, entriesInHistory, Entries } from "../parts/record";
import type { Entry } from "../parts/record";
import { PersonBadges } from "../parts/states";
import { Table } from "../parts/Table";
import { RecordWaiting } from "../parts/Waiting";

type Action = EntryKind | "bolo" | "edit" | "deceased" | "delete";

const historyShown = 10;

interface ActionsProps {
  readonly civilian: CivilianRecord;
  readonly onPick: (action: Action) => void;
}

function EntryActions({ onPick }: ActionsProps) {
  const { can } = useKey();
  const offered: EntryKind[] = [...(can("leo") ? (["arrest", "cite", "fine"] as const) : [])];
  if (can("medical")) offered.push("admit");
  return (
    <>
      {offered.map((kind) => (
        <button key={kind} type="button" class="primary" onClick={() => onPick(kind)}>
          {entries[kind].title}
        </button>
      ))}
    </>
  );
}

function Actions({ civilian, onPick }: ActionsProps) {
  const { can } = useKey();
  return (
    <>
      {!civilian.deceased && <EntryActions civilian={civilian} onPick={onPick} />}
      {!civilian.deceased && (can("civilian") || can("leo")) && (
        <button type="button" onClick={() => onPick("bolo")}>
          <Icon name="alert" /> {civilian.bolo ? "End BOLO" : "BOLO"}
        </button>
      )}
      {!civilian.deceased && can("civilian") && (
        <>
          <button type="button" onClick={() => onPick("edit")}>
            <Icon name="edit" /> Edit
          </button>
          <button type="button" class="danger-quiet" onClick={() => onPick("deceased")}>
            <Icon name="grave" /> Deceased
          </button>
        </>
      )}
      {can("civilian") && (
        <button type="button" class="danger-quiet" onClick={() => onPick("delete")}>
          <Icon name="trash" /> Delete
        </button>
      )}
    </>
  );
}

function ActionDialog({
  action,
  civilian,
  onClose,
}: {
  action: Action;
  civilian: CivilianRecord;
  onClose: () => void;
}) {
  const props = { civilian, onClose };
  if (action === "edit") return <EditCivilian {...props} />;
  if (action === "bolo") return civilian.bolo ? <EndBolo {...props} /> : <RaiseBolo {...props} />;
  if (action === "deceased") return <MarkDeceased {...props} />;
  if (action === "delete") return <DeleteCivilian {...props} />;
  return (
    <Dialog title={`${entries[action].title}: ${civilian.civilianName}`} onClose={onClose}>
      <EntryForm kind={action} name={civilian.civilianName} onDone={onClose} onCancel={onClose} />
    </Dialog>
  );
}

function Vehicles({ owner }: { owner: CivilianRecord }) {
  const { can } = useKey();
  const name = owner.civilianName;
  const result = useQuery("/api/vehicle/list", { name }, { about: () => [owner.id] });
  const { rows, error } = listOr(result, (response) => response.vehicles);
  const fresh = useFresh(rows, ({ id }) => id, result.source);
  const add = !owner.deceased && can("vehicle") && <a href={href(["new", "vehicle"], { name })}>Register</a>;
  return (
    <Section title="Vehicles" aside={add}>
      {error && <Problem error={error} retry={result.reload} />}
      {rows?.length === 0 && <Empty>No vehicles registered.</Empty>}
      {!error && rows?.length !== 0 && (
        <Table
          label="Vehicles"
          columns={ownVehicleColumns}
          rows={rows}
          keyOf={({ id }) => id}
          fresh={fresh}
          expected={2}
        />
      )}
    </Section>
  );
}

function Firearms({ owner }: { owner: CivilianRecord }) {
  const { can } = useKey();
  const name = owner.civilianName;
  const result = useQuery("/api/firearm/list", { name }, { about: () => [owner.id] });
  const { rows, error } = listOr(result, (response) => response.firearms);
  const fresh = useFresh(rows, ({ id }) => id, result.source);
  const add = !owner.deceased && can("firearm") && <a href={href(["new", "firearm"], { name })}>Register</a>;
  return (
    <Section title="Firearms" aside={add}>
      {error && <Problem error={error} retry={result.reload} />}
      {rows?.length === 0 && <Empty>No firearms registered.</Empty>}
      {!error && rows?.length !== 0 && (
        <Table
          label="Firearms"
          columns={ownFirearmColumns}
          rows={rows}
          keyOf={({ id }) => id}
          fresh={fresh}
          expected={1}
        />
      )}
    </Section>
  );
}

function History({ civilianID }: { civilianID: string }) {
  const { data, error, reload, source } = useQuery("/api/audit", { civilianID, limit: historyShown });
  return (
    <Section title="History" aside={<a href={href(["activity"], { civilianID })}>All changes</a>}>
      {error && <Problem error={error} retry={reload} />}
      {data?.events.length === 0 ? (
        <Empty>The audit log has no changes for this civilian.</Empty>
      ) : (
        <ChangeList changes={data?.events} source={source} expected={error ? 0 : 4} namesSubject={false} isHistory />
      )}
    </Section>
  );
}

const entriesAtOnce = 1000;

/** All entries, also void ones. Most files fit on the first page. */
function useEntries({ civilianName, civilianID }: CivilianRecord) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const query = { name: civilianName, limit: entriesAtOnce, after: cursors.at(-1) };
  const { data, error, reload } = useQuery("/api/leo/history", query, { about: () => [civilianID] });
  const entries = useMemo(() => data && entriesInHistory(data.entries), [data]);
  const next = data?.next;
  const pager = (cursors.length > 0 || next) && (
    <nav class="pager" aria-label="Pages of the record">
      <button type="button" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
        <Icon name="left" /> Newer
      </button>
      <button type="button" disabled={!next} onClick={() => next && setCursors([...cursors, next])}>
        Older <Icon name="right" />
      </button>
    </nav>
  );
  return { entries, error, reload, pager };
}

function Record({ file, civilian }: { file: CivilianFile; civilian: CivilianRecord }) {
  const { can } = useKey();
  const [voiding, setVoiding] = useState<Entry | null>(null);
  const { entries: all, error, reload, pager } = useEntries(civilian);
  const amount = file.arrests.length + file.citations.length + file.fines.length;
  const problem = error && <Problem error={error} retry={reload} />;
  return (
    <>
      <Section title="Record" aside={<small>{plural(amount, "entry", "entries")}</small>}>
        {problem ?? <Entries entries={all} onVoid={!civilian.deceased && can("leo") ? setVoiding : undefined} />}
        {pager}
      </Section>
      <Vehicles owner={civilian} />
      <Firearms owner={civilian} />
      <Section title="Medical">
        {problem ?? <Admissions entries={all} onVoid={!civilian.deceased && can("medical") ? setVoiding : undefined} />}
      </Section>
      {voiding && <VoidEntry entry={voiding} name={civilian.civilianName} onClose={() => setVoiding(null)} />}
    </>
  );
}

function Profile({ file, civilian }: { file: CivilianFile; civilian: CivilianRecord }) {
  const [action, setAction] = useState<Action | null>(null);
  const fresh = useFreshMembers(civilian);
  return (
    <Page
      title={civilian.civilianName}
      under="Civilians"
      badges={<PersonBadges civilian={civilian} />}
      actions={<Actions civilian={civilian} onPick={setAction} />}
    >
      {civilian.bolo && (
        <p class={freshClass(fresh.has("boloReason"), "bolo-band")}>
          <Icon name="alert" />
          <span>
            <b>BOLO</b> <span dir="auto">{civilian.boloReason}</span>
          </span>
        </p>
      )}
      <div class="profile">
        <IdCard civilian={civilian} />
        <div class="stack">
          <Record file={file} civilian={civilian} />
          <History civilianID={civilian.id} />
        </div>
      </div>
      {action && <ActionDialog action={action} civilian={civilian} onClose={() => setAction(null)} />}
    </Page>
  );
}

const idsOf = ({ civilian }: CivilianFile) => civilian.map(({ id }) => id);

export function Civilian({ name: opened }: { name: string }) {
  const [name, setName] = useState(opened);
  const { data, error, reload } = useQuery("/api/civilian/info", { name }, { about: idsOf });
  const civilian = data?.civilian[0];
  const known = useRef<string>();
  known.current = civilian?.id ?? known.current;
  // Follow a rename without a new page, which would lose an open dialog and the scroll position. It may arrive after
  // the old name was not found any more.
  useEffect(() => {
    return watchChanges((change) => {
      if (change === "reset" || change.civilianID !== known.current || !change.civilianName) return;
      if (change.civilianName === name) return;
      setName(change.civilianName);
      history.replaceState(null, "", href(["civilians", change.civilianName]));
    });
  }, [name]);
  if (data && civilian) return <Profile file={data} civilian={civilian} />;
  return (
    <Page title={name} under="Civilians">
      {error ? <Problem error={error} retry={reload} /> : <RecordWaiting />}
    </Page>
  );
}
