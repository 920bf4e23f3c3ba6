import { useId, useMemo, useState } from "preact/hooks";
import { memberOf } from "../api/facts";
import type { Change } from "../api/types";
import { useQuery } from "../app/query";
import { go, href } from "../app/router";
import type { Place, Query } from "../app/router";
import { UndoDialog } from "../forms/undo";
import { freshClass, useFresh } from "../live/fresh";
import {
  actorOf,
  BeforeAfter,
  changeSummary,
  changeIcon,
  ChangeSubject,
  changeTitle,
  kindTitle,
} from "../parts/changes";
import { dateProblem } from "../parts/dates";
import { CreateButton, NothingFound, Welcome } from "../parts/empty";
import { Icon } from "../parts/Icon";
import { FilterChoice, filtersOf, setFilter, whileNotReading } from "../parts/lists";
import { NewChanges } from "../parts/NewChanges";
import { Empty, Page } from "../parts/Page";
import { Pager, cursorsOf } from "../parts/Pager";
import { Problem } from "../parts/Problem";
import { undoneBy } from "../parts/undo";
import { UndoButton, UndoNote } from "../parts/UndoButton";
import { When } from "../parts/When";

const changesShown = 50;
const openChange = ".change [aria-expanded=true]";
const kinds = (memberOf("audit", "kind").choices ?? []).map((kind) => [kind, kindTitle(kind)] as const);

interface DayProps {
  readonly label: string;
  readonly value?: string | undefined;
  /** What is wrong with the day together with the others. */
  readonly conflict?: string;
  readonly onChange: (value: string) => void;
}

function DayFilter({ label, value = "", conflict = "", onChange }: DayProps) {
  const [wrong, setWrong] = useState("");
  const id = useId();
  const problem = wrong || conflict;
  const check = (input: HTMLInputElement) => setWrong(dateProblem(input));
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        aria-invalid={problem !== ""}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onInput={({ currentTarget }) => wrong && check(currentTarget)}
        onBlur={({ currentTarget }) => check(currentTarget)}
        // A date that is not complete changes nothing yet.
        onChange={({ currentTarget }) => dateProblem(currentTarget) || onChange(currentTarget.value)}
      />
      {problem && (
        <p class="field-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** What is shown instead of changes. */
function NoChanges({ isFiltered, hasMore, place }: { isFiltered: boolean; hasMore: boolean; place: Place }) {
  if (hasMore) return <Empty>No matches on this page. Older pages may have some.</Empty>;
  if (isFiltered) return <NothingFound words="changes" clear={href(place.path)} />;
  return (
    <Welcome
      icon="activity"
      title="No changes yet"
      actions={<CreateButton what="civilian" title="Create a civilian" />}
    >
      <p>Every change to a record is kept here: what it was before and after, when it was made and with which key.</p>
    </Welcome>
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
  const { keyID, keyName } = change;
  const actor = actorOf(change);
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
  /** The number of the change that took this one back, if it is on the page. */
  readonly undoneBy: number | undefined;
  readonly onUndo: (change: Change) => void;
}

function Line({ change, filters, place, isFresh, undoneBy, onUndo }: LineProps) {
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
        <UndoNote {...{ change, undoneBy }} />
      </span>
      <span class="line">
        <ChangeSubject change={change} />
        <Who {...{ change, filters, place }} />
      </span>
      <span class="line">
        <When at={change.timestamp} />
        <span class="undo-line">
          <UndoButton {...{ change, undoneBy }} onAsk={onUndo} />
          <small>#{change.seq}</small>
        </span>
      </span>
      <div id={id} hidden={!isOpen}>
        {isOpen && <BeforeAfter change={change} />}
      </div>
    </li>
  );
}

const none: readonly Change[] = [];

export function Activity({ place }: { place: Place }) {
  const filters = filtersOf(place, ["kind", "civilianID", "keyID", "from", "to"]);
  const cursors = cursorsOf(place);
  const { from, to } = filters;
  const conflict = from && to && to <= from ? "This day must be later than the first." : "";
  const { data, error, reload, source, held, showHeld } = useQuery(
    "/api/audit",
    conflict ? null : { ...filters, limit: changesShown, after: cursors.at(-1) },
    // New changes would move an open one, and they are not on a later page.
    { isHeld: () => cursors.length > 0 || whileNotReading.isHeld() || document.querySelector(openChange) !== null },
  );
  const showNew = cursors.length > 0 ? () => go(href(place.path, filters)) : showHeld;
  const set = (name: string) => (value: string) => setFilter(place, filters, name, value);
  const events = conflict ? none : data?.events;
  const fresh = useFresh(events, ({ id }) => id, source);
  const [asked, setAsked] = useState<Change | null>(null);
  const undone = useMemo(() => undoneBy(events ?? []), [events]);
  const subject = events?.find(({ civilianID }) => civilianID === filters["civilianID"])?.civilianName;
  const key = events?.find(({ keyID }) => keyID === filters["keyID"])?.keyName;
  return (
    <Page title="Activity">
      <div class="filters" role="group" aria-label="Filters">
        <FilterChoice label="Kind" value={filters["kind"]} choices={kinds} onChange={set("kind")} />
        <DayFilter label="From (UTC)" value={from} onChange={set("from")} />
        <DayFilter label="Before (UTC)" value={to} conflict={conflict} onChange={set("to")} />
        {filters["civilianID"] && (
          <Chip {...{ place, filters }} name="civilianID" title={subject || `Civilian ${filters["civilianID"]}`} />
        )}
        {filters["keyID"] && <Chip {...{ place, filters }} name="keyID" title={key || `Key ${filters["keyID"]}`} />}
      </div>
      {error && <Problem error={error} retry={reload} />}
      <section class="card" aria-label="Changes">
        <NewChanges amount={held} onShow={showNew} />
        {events?.length === 0 && (
          <NoChanges
            isFiltered={cursors.length > 0 || Object.values(filters).some(Boolean)}
            hasMore={Boolean(data?.next)}
            place={place}
          />
        )}
        <ul class="changes">
          {events?.map((change) => (
            <Line
              key={change.id}
              {...{ change, filters, place }}
              isFresh={fresh.has(change.id)}
              undoneBy={undone.get(change.seq)}
              onUndo={setAsked}
            />
          )) ??
            Array.from({ length: 12 }, (_, index) => (
              <li key={index} class="change waiting" aria-hidden="true">
                <span class="skeleton" />
              </li>
            ))}
        </ul>
        <Pager place={place} query={filters} next={data?.next} words={{ back: "Newer", on: "Older" }} />
      </section>
      {asked && <UndoDialog change={asked} onClose={() => setAsked(null)} />}
    </Page>
  );
}
