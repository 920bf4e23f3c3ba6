// Counts, active BOLOs, the latest changes and a chart.
import { useState } from "preact/hooks";
import { useKey } from "../app/key";
import { checkAddress } from "../app/checks";
import { useQuery } from "../app/query";
import { go, href } from "../app/router";
import type { Stats } from "../api/types";
import { freshClass, useFresh, useFreshMembers } from "../live/fresh";
import { ChangeList } from "../parts/ChangeList";
import { Chart } from "../parts/Chart";
import { CreateButton, Welcome } from "../parts/empty";
import { CheckField } from "../parts/CheckField";
import { arrivalOf, Countdown, synchronized, useReloadAtEnd } from "../parts/Countdown";
import { formatNumber } from "../parts/format";
import { Empty, Page, Section } from "../parts/Page";
import { Problem } from "../parts/Problem";
import { listOr } from "../parts/lists";

const bolosShown = 8;
const changesShown = 8;

type Counts = Stats["counts"];

interface Count {
  readonly count: keyof Counts;
  readonly title: string;
  readonly to: string;
}

/** A total, and the counts of special states within it. */
const tiles: readonly (Count & { readonly among: readonly Count[] })[] = [
  {
    count: "civilians",
    title: "Civilians",
    to: href(["civilians"]),
    among: [
      { count: "bolos", title: "BOLO", to: href(["civilians"], { bolo: "true" }) },
      { count: "deceased", title: "deceased", to: href(["activity"], { kind: "civilian.deceased" }) },
    ],
  },
  {
    count: "vehicles",
    title: "Vehicles",
    to: href(["vehicles"]),
    among: [
      { count: "stolenVehicles", title: "stolen", to: href(["vehicles"], { stolen: "true" }) },
      { count: "impoundedVehicles", title: "impounded", to: href(["vehicles"], { impounded: "true" }) },
    ],
  },
  {
    count: "firearms",
    title: "Firearms",
    to: href(["firearms"]),
    among: [{ count: "stolenFirearms", title: "stolen", to: href(["firearms"], { stolen: "true" }) }],
  },
  { count: "changes", title: "Changes", to: href(["activity"]), among: [] },
];

interface FigureProps {
  readonly counts: Counts | undefined;
  readonly count: keyof Counts;
  readonly fresh: ReadonlySet<string>;
}

function Figure({ counts, count, fresh }: FigureProps) {
  if (!counts) return <span class="skeleton" />;
  return (
    <data value={counts[count]} class={freshClass(fresh.has(count))}>
      {formatNumber(counts[count])}
    </data>
  );
}

function Tiles({ counts }: { counts: Counts | undefined }) {
  const fresh = useFreshMembers(counts);
  return (
    <ul class="tiles" aria-label="Counts">
      {tiles.map(({ count, title, to, among }) => (
        <li key={count} class="card">
          <a href={to}>
            <span>{title}</span>
            <strong>
              <Figure {...{ counts, count, fresh }} />
            </strong>
          </a>
          <p>
            {among.map((each) => (
              <a key={each.count} href={each.to}>
                <Figure {...{ counts, fresh }} count={each.count} /> {each.title}
              </a>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Bolos() {
  const result = useQuery("/api/civilian/bolos", { limit: bolosShown }, synchronized);
  const { rows, amount, error } = listOr(result, (response) => response.bolos);
  const fresh = useFresh(rows, ({ civilianID }) => civilianID, result.source);
  const arrival = result.data ? arrivalOf(result.data) : 0;
  useReloadAtEnd(result.data, rows ?? [], result.reload);
  const links = (
    <span class="links">
      {rows && amount > rows.length && <a href={href(["civilians"], { bolo: "true" })}>All {formatNumber(amount)}</a>}
      <a href={href(["board"])}>Board</a>
    </span>
  );
  return (
    <Section title="Active BOLOs" aside={links}>
      {error && <Problem error={error} retry={result.reload} />}
      {rows?.length === 0 && (
        <Empty>No active BOLOs. One that is raised on the page of a civilian appears here at once.</Empty>
      )}
      <ul class="lines">
        {rows?.map(({ civilianID, civilianName, reason, remaining }) => (
          <li key={civilianID} class={freshClass(fresh.has(civilianID))}>
            <span class="line">
              <a href={href(["civilians", civilianName])} dir="auto">
                {civilianName}
              </a>
              <small dir="auto">{reason}</small>
              {remaining !== null && (
                <small>
                  Ends in <Countdown end={arrival + remaining * 1000} />
                </small>
              )}
            </span>
          </li>
        )) ??
          Array.from({ length: bolosShown }, (_, index) => (
            <li key={index} class="waiting" aria-hidden="true">
              <span class="skeleton" />
            </li>
          ))}
      </ul>
    </Section>
  );
}

function Latest() {
  const { data, error, reload, source } = useQuery("/api/audit", { limit: changesShown });
  return (
    <Section title="Latest changes" aside={<a href={href(["activity"])}>All activity</a>}>
      {error && <Problem error={error} retry={reload} />}
      {data?.events.length === 0 ? (
        <Empty>No changes yet. What anybody changes appears here, with its time.</Empty>
      ) : (
        <ChangeList changes={data?.events} source={source} expected={error ? 0 : changesShown} />
      )}
    </Section>
  );
}

/** The first steps in a guild without records. */
function FirstSteps() {
  const { can } = useKey();
  const create = (
    <>
      <CreateButton what="civilian" title="Create the first civilian" />
      <CreateButton what="vehicle" title="Register a vehicle" tone="" />
    </>
  );
  return (
    <section class="card" aria-label="First steps">
      <Welcome icon="book" title="Nothing on file yet" actions={(can("civilian") || can("vehicle")) && create}>
        <p>
          Begin with a civilian: a character of your community. Then register vehicles and firearms, and write arrests,
          citations and admissions. This page shows the counts, the active BOLOs and what has changed.
        </p>
      </Welcome>
    </section>
  );
}

function Ask() {
  const [typed, setTyped] = useState("");
  return (
    <section class="card check-ask" aria-label="Check a plate or a name">
      <CheckField value={typed} onValue={setTyped} onCheck={({ text, mode }) => go(checkAddress(text, mode))} />
    </section>
  );
}

function isNothingOnFile({ civilians, deceased, vehicles, firearms }: Counts): boolean {
  return civilians + deceased + vehicles + firearms === 0;
}

export function Home() {
  const { data, error, reload } = useQuery("/api/stats", {});
  return (
    <Page title="Home">
      {error && <Problem error={error} retry={reload} />}
      <Ask />
      <Tiles counts={data?.counts} />
      {data && isNothingOnFile(data.counts) ? (
        <FirstSteps />
      ) : (
        <Section title="Activity, last 30 days">
          <Chart days={data?.days} />
        </Section>
      )}
      <div class="columns">
        <Bolos />
        <Latest />
      </div>
    </Page>
  );
}
