import { useMemo, useState } from "preact/hooks";
import { useKey } from "../app/key";
import { useQuery } from "../app/query";
import { href } from "../app/router";
import type { Place } from "../app/router";
import { useDebounced } from "../app/debounced";
import { EntryForm } from "../forms/entries";
import { ChangeList } from "../parts/ChangeList";
import { CivilianLink } from "../parts/columns";
import { Empty, Page, Section } from "../parts/Page";
import { Problem } from "../parts/Problem";
import { Admissions, entriesOf } from "../parts/record";

const latestShown = 10;
const pause = 300;
const admitted = "medical.admitted";

function Latest() {
  const { data, error, reload, source } = useQuery("/api/audit", { kind: admitted, limit: latestShown });
  return (
    <Section title="Latest admissions" aside={<a href={href(["activity"], { kind: admitted })}>All</a>}>
      {error && <Problem error={error} retry={reload} />}
      {data?.events.length === 0 ? (
        <Empty>No admissions yet. Each one that is entered in the form appears here and in the civilian's file.</Empty>
      ) : (
        <ChangeList changes={data?.events} source={source} expected={error ? 0 : latestShown} />
      )}
    </Section>
  );
}

function AdmissionsOf({ name }: { name: string }) {
  const { data } = useQuery(
    "/api/medical/records",
    { name: useDebounced(name, pause) },
    { about: (found) => [found.civilianID] },
  );
  const entries = useMemo(() => data && entriesOf(data), [data]);
  if (!data) return null;
  return (
    <Section title="Admissions" aside={<CivilianLink name={data.civilianName} />}>
      <Admissions key={data.civilianID} entries={entries} />
    </Section>
  );
}

export function Medical({ place }: { place: Place }) {
  const { can } = useKey();
  const given = place.query.get("name") ?? "";
  const [name, setName] = useState(given);
  const [round, setRound] = useState(0);
  return (
    <Page title="Medical">
      <div class="columns">
        <Section title="Admit">
          <EntryForm
            key={round}
            kind="admit"
            name={given}
            asksName
            onTyped={(typed) => setName((typed["name"] ?? "").trim())}
            onDone={() => setRound(round + 1)}
          />
        </Section>
        {can("read") && (
          <div class="stack">
            {name && <AdmissionsOf name={name} />}
            <Latest />
          </div>
        )}
      </div>
    </Page>
  );
}
