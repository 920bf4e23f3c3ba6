// A bar chart of thirty days of activity. A table has the same numbers, for screen readers.
import { useEffect, useId, useState } from "preact/hooks";
import type { Day } from "../api/types";
import { formatDay, formatNumber } from "./format";

type Series = Exclude<keyof Day, "day">;

const titles: Readonly<Record<Series, string>> = {
  changes: "All changes",
  arrests: "Arrests",
  citations: "Citations",
  fines: "Fines",
  admissions: "Admissions",
  bolos: "BOLOs",
  civilians: "New civilians",
  vehicles: "New vehicles",
  firearms: "New firearms",
};
const series = Object.keys(titles) as Series[];

/** Two fixed sizes, so that the text is not scaled. */
const sizes = {
  wide: { width: 960, height: 190 },
  narrow: { width: 340, height: 170 },
};
const foot = 22;
const side = 36;
const narrow = matchMedia("(max-width: 760px)");

function useSize(): { width: number; height: number } {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const follow = () => setNarrow(narrow.matches);
    narrow.addEventListener("change", follow);
    return () => narrow.removeEventListener("change", follow);
  }, []);
  return isNarrow ? sizes.narrow : sizes.wide;
}

const roundFactors = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10];

/** The smallest round number not below the highest bar: 1, 2, 3, … 10, 12, 16, 20, … */
function topOf(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 1)));
  const tops = roundFactors.map((each) => each * power).filter(Number.isInteger);
  return tops.find((each) => each >= highest) ?? highest;
}

function Bars({ days, shown, title }: { days: readonly Day[]; shown: Series; title: string }) {
  const id = useId();
  const { width, height } = useSize();
  const gap = width / 340;
  const top = topOf(Math.max(...days.map((day) => day[shown])));
  const sum = days.reduce((all, day) => all + day[shown], 0);
  const step = (width - side) / days.length;
  const y = (value: number) => height - foot - (value / top) * (height - foot - 8);
  return (
    <svg class="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={`${id}-title ${id}-desc`}>
      <title id={`${id}-title`}>{`${title} in the last ${days.length} days`}</title>
      <desc id={`${id}-desc`}>{`${formatNumber(sum)} in total. The table below lists each day.`}</desc>
      {[0, top / 2, top].filter(Number.isInteger).map((value) => (
        <g key={value} class="grid">
          <line x1={side} x2={width} y1={y(value)} y2={y(value)} />
          <text x={side - 6} y={y(value) + 3.5} text-anchor="end">
            {formatNumber(value)}
          </text>
        </g>
      ))}
      {days.map((day, index) => (
        <g key={day.day} class="bar-of-day">
          <title>{`${formatDay(day.day)}: ${formatNumber(day[shown])}`}</title>
          <rect class="reach" x={side + index * step} y={0} width={step} height={height - foot} />
          <rect
            class="amount"
            x={side + index * step + gap}
            y={y(day[shown])}
            width={step - 2 * gap}
            height={y(0) - y(day[shown])}
          />
          {(days.length - 1 - index) % 7 === 0 && (
            <text x={side + (index + 1) * step - gap} y={height - 5} text-anchor="end">
              {formatDay(day.day)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

function Numbers({ days }: { days: readonly Day[] }) {
  return (
    <details class="numbers">
      <summary>Show as table</summary>
      <div class="numbers-frame">
        <table aria-label="Activity by day">
          <thead>
            <tr>
              <th scope="col">Day</th>
              {series.map((each) => (
                <th key={each} scope="col" class="number">
                  {titles[each]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{formatDay(day.day)}</th>
                {series.map((each) => (
                  <td key={each} class="number">
                    {formatNumber(day[each])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

export function Chart({ days }: { days: readonly Day[] | undefined }) {
  const [shown, setShown] = useState<Series>("changes");
  const id = useId();
  return (
    <>
      <div class="chart-choice">
        <label for={id}>Show</label>
        <select id={id} value={shown} onChange={(event) => setShown(event.currentTarget.value as Series)}>
          {series.map((each) => (
            <option key={each} value={each}>
              {titles[each]}
            </option>
          ))}
        </select>
      </div>
      {days ? (
        <Bars days={days} shown={shown} title={titles[shown]} />
      ) : (
        <div class="chart waiting" aria-hidden="true" />
      )}
      {days && <Numbers days={days} />}
    </>
  );
}
