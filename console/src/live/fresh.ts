// Marks what is new for a moment.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

const freshFor = 4000;
const nothing: ReadonlySet<string> = new Set();

/** Seconds that remain change all the time and are not new. */
function textOf(row: unknown): string {
  return JSON.stringify(row, (name, value: unknown) => (name === "remaining" ? undefined : value));
}

/**
 * The keys of the rows that are new or have changed since the previous response of the same source. Rows of another
 * source, such as the next page of a list, are not new.
 */
export function useFresh<T>(
  rows: readonly T[] | undefined,
  keyOf: (row: T) => string,
  source: string | null = null,
  duration = freshFor,
): ReadonlySet<string> {
  const before = useRef<{ source: string | null; texts: Map<string, string> }>();
  const [fresh, setFresh] = useState(nothing);
  useLayoutEffect(() => {
    if (!rows) return;
    const texts = new Map(rows.map((row) => [keyOf(row), textOf(row)]));
    const old = before.current;
    before.current = { source, texts };
    if (old?.source !== source) return setFresh(nothing);
    const changed = [...texts.keys()].filter((key) => old.texts.get(key) !== texts.get(key));
    if (changed.length > 0) setFresh((marked) => new Set([...marked, ...changed]));
    // The key of a row never depends on anything else.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rows, source]);
  useEffect(() => {
    if (fresh.size === 0) return;
    const timer = setTimeout(() => setFresh(nothing), duration);
    return () => clearTimeout(timer);
  }, [fresh, duration]);
  return fresh;
}

/** The names of the members of a record that have changed since it was shown first. */
export function useFreshMembers(record: object | undefined): ReadonlySet<string> {
  const members = useMemo(() => record && Object.entries(record), [record]);
  return useFresh(members, ([name]) => name);
}

export function freshClass(isFresh: boolean | undefined, others = ""): string {
  return isFresh ? `${others} fresh`.trim() : others;
}
