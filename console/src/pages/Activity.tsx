import { useId, useState } from "preact/hooks";
import { memberOf } from "../api/facts";
import type { Change } from "../api/types";
import { useQuery } from "../app/query";
import { go, href } from "../app/router";
import type { Place, Query } from "../app/router";
import { freshClass, useFresh } from "../live/fresh";
import { BeforeAfter, changeSummary, changeIcon, ChangeSubject, changeTitle, kindTitle } from "../parts/changes";
import { Icon } from "../parts/Icon";
import { FilterChoice, filtersOf, setFilter, whileNotReading } from "../parts/lists";
import { NewChanges } from "../parts/NewChanges";
import { Empty, Page } from "../parts/Page";
import { Pager, cursorsOf } from "../parts/Pager";
import { Problem } from "../parts/Problem";
import { When } from "../parts/When";

const changesShown = 50;
const openChange = ".change [aria-expanded=true]";
const kinds = (memberOf("audit", "kind").choices ?? []).map((kind) => [kind, kindTitle(kind)] as const);

function DayFilter({ label, value = "", onChange }: { label: string; value?: string; onChange: (v: string) => void }) {
  return (
    <label class="filter">
      <span>{label}</span>
      <input type="date" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    </label>
  );
}

/** A filter that was set by a click in the list. A click on the chip removes it. */
function Chip({ place, filters, name, title }: { place: Place; filters: Query; name: string; title: string }) {
  return (
    <a class="chip" href={href(place.path, { ...filters, [name]: undefined })} aria-label={`Remove filter: ${title}`}>
      {title} <Icon name="close" />
    </a>
  );
}

function Who({ change, filters, place }: { change: Change; filters: Query; place: Place }) {
  const { keyID, keyName, actor } = change;
  return (
    <small>
      {actor && <span dir="auto">{actor}</span>}
      {actor && keyID && " · "}
      {keyID && (
        <a href={href(place.path, { ...filters, keyID })} title="Show only changes by this key" dir="auto">
          {keyName || `Key ${keyID}`}
        </a>
      )}
    </small>
  );
}

interface LineProps {
  readonly change: Change;
  readonly filters: Query;
  readonly place: Place;
  readonly isFresh: boolean;
}

function Line({ change, filters, place, isFresh }: LineProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li class={freshClass(isFresh, "change")}>
      <Icon name={changeIcon(change)} />
      <span class="line">
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {changeTitle(change)}
        </button>
        <small dir="auto">{changeSummary(change)}</small>
      </span>
      <span class="line">
        <ChangeSubject change={change} />
        <Who {...{ change, filters, place }} />
      </span>
      <span class="line">
        <When at={change.timestamp} />
        <small>#{change.seq}</small>
      </span>
      <div id={id} hidden={!isOpen}>
        {isOpen && <BeforeAfter change={change} />}
      </div>
    </li>
  );
}

export function Activity({ place }: { place: Place }) {
  const filters = filtersOf(place, ["kind", "civilianID", "keyID", "from", "to"]);
  const cursors = cursorsOf(place);
  const { data, error, reload, source, held, showHeld } = useQuery(
    "/api/audit",
    { ...filters, limit: changesShown, after: cursors.at(-1) },
    // New changes would move an open one, and they are not on a later page.
    { isHeld: () => cursors.length > 0 || whileNotReading.isHeld() || document.querySelector(openChange) !== null },
  );
  const showNew = cursors.length > 0 ? () => go(href(place.path, filters)) : showHeld;
  const set = (name: string) => (value: string) => setFilter(place, filters, name, value);
  const events = data?.events;
  const fresh = useFresh(events, ({ id }) => id, source);
  const subject = events?.find(({ civilianID }) => civilianID === filters["civilianID"])?.civilianName;
  const key = events?.find(({ keyID }) => keyID === filters["keyID"])?.keyName;
  return (
    <Page title="Activity">
      <div class="filters" role="group" aria-label="Filters">
        <FilterChoice label="Kind" value={filters["kind"]} choices={kinds} onChange={set("kind")} />
        <DayFilter label="From (UTC)" value={filters["from"]} onChange={set("from")} />
        <DayFilter label="Before (UTC)" value={filters["to"]} onChange={set("to")} />
        {filters["civilianID"] && (
          <Chip {...{ place, filters }} name="civilianID" title={subject || `Civilian ${filters["civilianID"]}`} />
        )}
        {filters["keyID"] && <Chip {...{ place, filters }} name="keyID" title={key || `Key ${filters["keyID"]}`} />}
      </div>
      {error && <Problem error={error} retry={reload} />}
      <section class="card" aria-label="Changes">
        <NewChanges amount={held} onShow={showNew} />
        {events?.length === 0 && (
          <Empty>{data?.next ? "No matches on this page. Older pages may have some." : "No changes found."}</Empty>
        )}
        <ul class="changes">
          {events?.map((change) => (
            <Line key={change.id} {...{ change, filters, place }} isFresh={fresh.has(change.id)} />
          )) ??
            Array.from({ length: 12 }, (_, index) => (
              <li key={index} class="change waiting" aria-hidden="true">
                <span class="skeleton" />
              </li>
            ))}
        </ul>
        <Pager place={place} query={filters} next={data?.next} words={{ back: "Newer", on: "Older" }} />
      </section>
    </Page>
  );
}
