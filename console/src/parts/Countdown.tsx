// What is left of a sentence, a BOLO or an impound. The server says how many seconds are left and the browser counts them
// down, so a wrong clock of the browser does not matter.
import { useEffect, useState } from "preact/hooks";
import { formatCountdown, formatDuration } from "./duration";

// When each response arrived, also if it is shown again from the cache. Not by the clock, because that may be set.
const arrivals = new WeakMap<object, number>();

/** When a response, or a part of one, was shown first, in milliseconds of `performance.now`. */
export function arrivalOf(response: object): number {
  const known = arrivals.get(response);
  if (known !== undefined) return known;
  const now = performance.now();
  arrivals.set(response, now);
  return now;
}

const secondsUntil = (end: number) => Math.max(0, Math.ceil((end - performance.now()) / 1000));

/** The seconds until a time of `performance.now`; changes every second. */
export function useSecondsLeft(end: number): number {
  const [, tick] = useState(0);
  const left = secondsUntil(end);
  useEffect(() => {
    if (left === 0) return;
    // To the moment at which the number changes.
    const timer = setTimeout(() => tick((count) => count + 1), end - performance.now() - (left - 1) * 1000 + 1);
    return () => clearTimeout(timer);
  });
  return left;
}

export function Countdown({ end }: { end: number }) {
  const left = useSecondsLeft(end);
  return (
    <span class="countdown" role="timer" title={formatDuration(left)} data-soon={left <= 60 ? "" : undefined}>
      {formatCountdown(left)}
    </span>
  );
}

interface ProgressProps {
  readonly end: number;
  /** The server's times of the beginning and the end. */
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

/** How much of the time is over. */
export function TermProgress({ end, from, to, label }: ProgressProps) {
  const left = useSecondsLeft(end);
  const total = Math.max(1, (Date.parse(to) - Date.parse(from)) / 1000);
  return <progress class="term" max={total} value={Math.min(total, Math.max(0, total - left))} aria-label={label} />;
}

/** For queries: some clocks stop while a computer sleeps. */
export const synchronized = { every: 60_000 };

/** Timers of browsers end no later than this. */
const delayMax = 2 ** 31 - 1;
const again = 1000;

interface Term {
  readonly remaining: number | null;
}

/** Reads again when the first of the terms ends, and then every second until the server has ended it. */
export function useReloadAtEnd(response: object | undefined, terms: readonly Term[], reload: () => void): void {
  useEffect(() => {
    const left = terms.flatMap(({ remaining }) => (remaining === null ? [] : [remaining]));
    if (!response || left.length === 0) return;
    const delay = arrivalOf(response) + Math.min(...left) * 1000 - performance.now();
    const timer = setTimeout(reload, Math.min(delayMax, Math.max(again, delay)));
    return () => clearTimeout(timer);
    // The terms are those of the response, and `reload` does not depend on anything else.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [response]);
}
