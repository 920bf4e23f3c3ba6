// The order of the three lists. The server has them newest or oldest first and in pages. Any other order needs all
// records, so the browser makes it, if they are not too many.
import { replace, href } from "../app/router";
import type { Place, Query } from "../app/router";
import { formatNumber } from "./format";
import { pageSize } from "./lists";
import { cursorsOf } from "./Pager";
import type { Sort, Sorting } from "./sorting";
import type { Column } from "./Table";

/** The column with the server's own order. */
export const added = "Added";
const newestFirst: Sort = { by: added, isDown: true };

/** The most records that one response may have. */
const sortedMax = 1000;
export const tooMany = `Sorting needs at most ${formatNumber(sortedMax)} results. Filter first.`;

export interface ListOrder {
  readonly sort: Sort;
  /** Whether the server sorts, and sends one page. */
  readonly isServed: boolean;
  readonly query: {
    readonly limit: number;
    readonly order: "newest" | "oldest";
    readonly after?: string | undefined;
  };
}

/** The order in the URL: "sort=name", or "sort=-name" for the reverse. */
export function orderOf<T>(place: Place, columns: readonly Column<T>[]): ListOrder {
  const text = place.query.get("sort") ?? "";
  const isDown = text.startsWith("-");
  const column = columns.find(({ title, value }) => value && title.toLowerCase() === text.slice(isDown ? 1 : 0));
  const sort = column ? { by: column.title, isDown } : newestFirst;
  if (sort.by !== added) return { sort, isServed: false, query: { limit: sortedMax, order: "newest" } };
  const order = sort.isDown ? "newest" : "oldest";
  return { sort, isServed: true, query: { limit: pageSize, order, after: cursorsOf(place).at(-1) } };
}

/** Nothing for the usual order: it needs no mention in the URL. */
function textOf({ by, isDown }: Sort): string | undefined {
  if (by === newestFirst.by && isDown === newestFirst.isDown) return undefined;
  return (isDown ? "-" : "") + by.toLowerCase();
}

/** Whether there are few enough records for the browser to sort. */
export function isSortable(amount: number): boolean {
  return amount <= sortedMax;
}

export function sortingOf<T>(
  place: Place,
  filters: Query,
  { sort }: ListOrder,
  columns: readonly Column<T>[],
  amount: number | undefined,
): Sorting {
  const hasFew = amount !== undefined && isSortable(amount);
  return {
    sort,
    canSort: (title) => title === added || (hasFew && columns.some((each) => each.title === title && each.value)),
    // Another order starts with its first page.
    onSort: (next) => replace(href(place.path, { ...filters, sort: textOf(next) })),
  };
}
