import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { freshClass } from "../live/fresh";
import { afterClick } from "./sorting";
import type { Sorting } from "./sorting";

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  /**
   * On narrow screens a row is folded into two lines; numbers and states are then on the right. `wide` columns are
   * hidden in folded rows, `later` columns are in the second line.
   */
  readonly kind?: "number" | "state" | "wide" | "later";
  /** What rows are sorted by. A column without it cannot be sorted by. */
  readonly value?: (row: T) => string | number;
  /** Whether the first click on the title sorts downwards: the newest or the most comes first. */
  readonly startsDown?: boolean;
  /** Names of the two directions. */
  readonly directions?: readonly [up: string, down: string];
}

interface Props<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[] | undefined;
  readonly keyOf: (row: T) => string;
  readonly busy?: boolean;
  /** The keys of rows to mark as new. */
  readonly fresh?: ReadonlySet<string>;
  /** The number of placeholder rows while loading. */
  readonly expected?: number;
  readonly sorting?: Sorting | undefined;
}

function Waiting({ columns, rows }: { columns: readonly Column<never>[]; rows: number }) {
  return (
    <>
      {Array.from({ length: rows }, (_, row) => (
        <tr key={row} role="row" class="waiting" aria-hidden="true">
          {columns.map(({ title, kind }) => (
            <td key={title} role="cell" class={kind}>
              <span class="skeleton" />
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}

function Heading<T>({ column, sorting }: { column: Column<T>; sorting: Sorting | undefined }) {
  const { title, kind } = column;
  const sort = sorting?.sort ?? null;
  const direction = sort?.isDown ? "descending" : "ascending";
  return (
    <th scope="col" role="columnheader" class={kind} aria-sort={sort?.by === title ? direction : undefined}>
      {sorting?.canSort(title) ? (
        <>
          <button type="button" class="sorter" onClick={() => sorting.onSort(afterClick(column, sort))}>
            {title}
          </button>
          {/* The titles of folded rows cannot be seen, so they are no buttons. */}
          <span class="folded">{title}</span>
        </>
      ) : (
        title
      )}
    </th>
  );
}

/** Instead of the titles, where some or all of them are hidden. */
function SortChoice<T>({ columns, sorting }: { columns: readonly Column<T>[]; sorting: Sorting }) {
  const id = useId();
  const { sort, canSort, onSort } = sorting;
  const offered = columns.filter(({ title }) => canSort(title));
  if (offered.length === 0) return null;
  return (
    <div class="sort-choice">
      <label for={id}>Sort by</label>
      <select
        id={id}
        value={sort ? `${sort.isDown ? "-" : "+"}${sort.by}` : ""}
        onChange={({ currentTarget: { value } }) => onSort({ by: value.slice(1), isDown: value.startsWith("-") })}
      >
        {!sort && <option value="" />}
        {offered.flatMap(({ title, directions: [up, down] = ["ascending", "descending"] }) => [
          <option key={`+${title}`} value={`+${title}`}>{`${title}, ${up}`}</option>,
          <option key={`-${title}`} value={`-${title}`}>{`${title}, ${down}`}</option>,
        ])}
      </select>
    </div>
  );
}

export function Table<T>(props: Props<T>) {
  const { label, columns, rows, keyOf, busy = false, fresh, expected = 5, sorting } = props;
  return (
    <div class="table-frame">
      {sorting && <SortChoice columns={columns} sorting={sorting} />}
      {/* Browsers do not treat folded rows as a table, so the roles are explicit. */}
      <table role="table" aria-label={label} aria-busy={busy}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Heading key={column.title} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows ? (
            rows.map((row) => (
              <tr key={keyOf(row)} role="row" class={freshClass(fresh?.has(keyOf(row)))}>
                {columns.map(({ title, kind, cell }) => (
                  <td key={title} role="cell" class={kind}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))
          ) : (
            <Waiting columns={columns} rows={expected} />
          )}
        </tbody>
      </table>
    </div>
  );
}
