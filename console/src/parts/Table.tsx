import type { ComponentChildren } from "preact";

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  /**
   * Numbers and states stand at the right where rows are folded, as on a phone. `wide` is shown only where there is
   * room for it in one line, `later` there and in the second line of a folded row.
   */
  readonly kind?: "number" | "state" | "wide" | "later";
}

interface Props<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[] | undefined;
  readonly keyOf: (row: T) => string | number;
  readonly busy?: boolean;
  /** How many rows to keep room for until the first answer is there. */
  readonly expected?: number;
}

function Waiting({ columns, rows }: { columns: readonly Column<never>[]; rows: number }) {
  return (
    <>
      {Array.from({ length: rows }, (_, row) => (
        <tr key={row} role="row" class="waiting" aria-hidden="true">
          {columns.map(({ title, kind }) => (
            <td key={title} role="cell" class={kind}>
              <span class="bone" />
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}

export function Table<T>({ label, columns, rows, keyOf, busy = false, expected = 5 }: Props<T>) {
  return (
    <div class="table-frame">
      {/* Folded rows are no table to the browser any more; the roles say that they still are one. */}
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
              <tr key={keyOf(row)} role="row">
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
