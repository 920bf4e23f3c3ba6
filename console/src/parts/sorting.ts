// Sorts tables by a column.
import { useMemo, useState } from "preact/hooks";
import type { Column } from "./Table";

export interface Sort {
  /** The title of the column. */
  readonly by: string;
  readonly isDown: boolean;
}

/** How a table is sorted now, and what the user may change. */
export interface Sorting {
  /** Null: the rows are in the order in which they came. */
  readonly sort: Sort | null;
  readonly canSort: (title: string) => boolean;
  readonly onSort: (sort: Sort) => void;
}

// "Unit 9" comes before "Unit 10", and "Ömer" beside "Omar".
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

function compare(one: string | number, other: string | number): number {
  return typeof one === "number" && typeof other === "number" ? one - other : collator.compare(`${one}`, `${other}`);
}

/** The rows in another order. Rows with the same value stay in the given order, in both directions. */
export function sorted<T>(rows: readonly T[], columns: readonly Column<T>[], sort: Sort | null): readonly T[] {
  const value = sort && columns.find(({ title }) => title === sort.by)?.value;
  if (!value) return rows;
  const sign = sort.isDown ? -1 : 1;
  return [...rows].sort((one, other) => sign * compare(value(one), value(other)));
}

/** The direction after a click on the title of a column. */
export function afterClick<T>({ title, startsDown = false }: Column<T>, sort: Sort | null): Sort {
  return { by: title, isDown: sort?.by === title ? !sort.isDown : startsDown };
}

/** For a table that has all its rows. */
export function useSorting<T>(
  rows: readonly T[] | undefined,
  columns: readonly Column<T>[],
): { readonly rows: readonly T[] | undefined; readonly sorting: Sorting } {
  const [sort, onSort] = useState<Sort | null>(null);
  const inOrder = useMemo(() => rows && sorted(rows, columns, sort), [rows, columns, sort]);
  const canSort = (title: string) => columns.some((each) => each.title === title && each.value);
  return { rows: inOrder, sorting: { sort, canSort, onSort } };
}
