// Shared by the three lists: page size, filters in the URL, and empty lists that are no error.
import { useEffect, useRef, useState } from "preact/hooks";
import type { ApiError } from "../api/client";
import type { QueryResult } from "../app/query";
import { href, replace } from "../app/router";
import type { Place, Query } from "../app/router";

export const pageSize = 25;

interface List<R> {
  readonly rows: readonly R[] | undefined;
  readonly amount: number;
  readonly next: string | undefined;
  readonly error: ApiError | undefined;
}

/** The rows of a list. The API sends 404 for an empty list; here that is a list without rows. */
export function listOr<T extends { amount: number; next?: string }, R>(
  { data, error }: QueryResult<T>,
  pick: (response: T) => readonly R[],
): List<R> {
  if (error?.isEmptyList) return { rows: [], amount: 0, next: undefined, error: undefined };
  return { rows: data && pick(data), amount: data?.amount ?? 0, next: data?.next, error };
}

/** For queries: changes by others wait while the user has scrolled down, because they would move what is read. */
export const whileNotReading = { isHeld: () => scrollY > scrolledMin };
const scrolledMin = 60;

/** The filters in the URL. */
export function filtersOf(place: Place, names: readonly string[]): Query {
  return Object.fromEntries(names.map((name) => [name, place.query.get(name) ?? undefined]));
}

/** Sets a filter and returns to the first page. */
export function setFilter(place: Place, filters: Query, name: string, value: string): void {
  replace(href(place.path, { ...filters, [name]: value }));
}

export function flagOf(text: string | undefined): boolean | undefined {
  return text === "true" ? true : text === "false" ? false : undefined;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: readonly (readonly [value: string, title: string])[];
  readonly onChange: (value: string) => void;
}

export function FilterChoice({ label, value = "", choices, onChange }: ChoiceProps) {
  return (
    <label class="filter">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">All</option>
        {choices.map(([each, title]) => (
          <option key={each} value={each}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

export const yesNo = [
  ["true", "Yes"],
  ["false", "No"],
] as const;

interface TextProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

const pause = 200;

/** A text filter, debounced. */
export function FilterText({ label, value = "", onChange }: TextProps) {
  const [text, setText] = useState(value);
  const timer = useRef<number>();
  // The other filters may change while this one waits.
  const latest = useRef(onChange);
  latest.current = onChange;
  // Whoever has left the page does not return to it.
  useEffect(() => () => clearTimeout(timer.current), []);
  // The URL may also change by the back button or a link.
  useEffect(() => setText(value), [value]);
  return (
    <label class="filter">
      <span>{label}</span>
      <input
        type="text"
        dir="auto"
        autoComplete="off"
        value={text}
        onInput={(event) => {
          const typed = event.currentTarget.value;
          setText(typed);
          clearTimeout(timer.current);
          timer.current = window.setTimeout(() => latest.current(typed.trim()), pause);
        }}
      />
    </label>
  );
}
