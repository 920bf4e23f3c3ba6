import type { ComponentChildren } from "preact";
import { freshClass } from "../live/fresh";

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  /**
   * On narrow screens a row is folded into two lines; numbers and states are then on the right. `wide` columns are
   * hidden in folded rows, `later` columns are in the second line.
   */
  readonly kind?: "number" | "state" | "wide" | "later";
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

export function Table<T>({ label, columns, rows, keyOf, busy = false, fresh, expected = 5 }: Props<T>) {
  return (
    <div class="table-frame">
      {/* Browsers do not treat folded rows as a table, so the roles are explicit. */}
      <table role="table" aria-label={label} aria-busy={busy}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, kind }) => (
              <th key={title} scope="col" role="columnheader" class={kind}>
                {title}
              </th>
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
