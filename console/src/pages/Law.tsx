import { useMemo, useState } from "preact/hooks";
import type { ChangeKind } from "../api/types";
import { useKey } from "../app/key";
import { useQuery } from "../app/query";
import { href } from "../app/router";
import type { Place } from "../app/router";
import { useDebounced } from "../app/debounced";
import { EntryForm, entries } from "../forms/entries";
import { ChangeList } from "../parts/ChangeList";
import { CivilianLink } from "../parts/columns";
import { Icon } from "../parts/Icon";
import { Empty, Page, Section } from "../parts/Page";
import { Problem } from "../parts/Problem";
import { entriesOf, Entries } from "../parts/record";

const kinds = ["arrest", "cite", "fine"] as const;
type Kind = (typeof kinds)[number];

const changeKinds: Record<Kind, ChangeKind> = { arrest: "leo.arrested", cite: "leo.cited", fine: "leo.fined" };
const latestTitles: Record<Kind, string> = { arrest: "Latest arrests", cite: "Latest citations", fine: "Latest fines" };
const latestShown = 10;
const pause = 300;

function Latest({ kind }: { kind: Kind }) {
  const { data, error, reload, source } = useQuery("/api/audit", { kind: changeKinds[kind], limit: latestShown });
  const all = <a href={href(["activity"], { kind: changeKinds[kind] })}>All</a>;
  return (
    <Section title={latestTitles[kind]} aside={all}>
      {error && <Problem error={error} retry={reload} />}
      {data?.events.length === 0 ? (
        <Empty>No entries yet. Each one that is entered in the form appears here and in the civilian's file.</Empty>
      ) : (
        <ChangeList changes={data?.events} source={source} expected={error ? 0 : latestShown} />
      )}
    </Section>
  );
}

/** The record of the civilian in the form, shown beside it. */
function RecordOf({ name }: { name: string }) {
  const { data } = useQuery(
    "/api/leo/records",
    { name: useDebounced(name, pause) },
    { about: (found) => [found.civilianID] },
  );
  const entries = useMemo(() => data && entriesOf(data), [data]);
  if (!data) return null;
  return (
    <Section title="Record" aside={<CivilianLink name={data.civilianName} />}>
      <Entries key={data.civilianID} entries={entries} />
    </Section>
  );
}

export function Law({ place }: { place: Place }) {
  const { can } = useKey();
  const kind = kinds.find((each) => each === place.path[1]) ?? "arrest";
  const given = place.query.get("name") ?? "";
  const [name, setName] = useState(given);
  // After each entry the form is reset; the officer stays filled in.
  const [round, setRound] = useState(0);
  return (
    <Page
      title="Law enforcement"
      actions={
        can("read") && (
          <a class="button" href={href(["penal-code"])}>
            <Icon name="book" /> Penal code
          </a>
        )
      }
    >
      <div class="columns">
        <section class="card" aria-label={entries[kind].title}>
          <nav class="tabs" aria-label="Kinds of entries">
            {kinds.map((each) => (
              <a key={each} href={href(["law", each], { name })} aria-current={each === kind ? "page" : undefined}>
                {entries[each].title}
              </a>
            ))}
          </nav>
          <EntryForm
            key={round}
            kind={kind}
            name={given}
            asksName
            onTyped={(typed) => setName((typed["name"] ?? "").trim())}
            onDone={() => setRound(round + 1)}
          />
        </section>
        {can("read") && (
          <div class="stack">
            {name && <RecordOf name={name} />}
            <Latest kind={kind} />
          </div>
        )}
      </div>
    </Page>
  );
}
