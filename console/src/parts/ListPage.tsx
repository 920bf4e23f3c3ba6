// The common layout of the three list pages.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { ApiError } from "../api/client";
import type { QueryResult } from "../app/query";
import { href, replace } from "../app/router";
import type { Place, Query } from "../app/router";
import { useFresh } from "../live/fresh";
import { NothingFound } from "./empty";
import { plural } from "./format";
import { isSortable, sortingOf, tooMany } from "./listOrder";
import type { ListOrder } from "./listOrder";
import { pageSize } from "./lists";
import { NewChanges } from "./NewChanges";
import { cursorsOf, Pager } from "./Pager";
import { Problem } from "./Problem";
import { sorted } from "./sorting";
import { Table } from "./Table";
import type { Column } from "./Table";

interface Props<R extends { readonly id: string }> {
  readonly label: string;
  readonly words: readonly [one: string, many: string];
  readonly place: Place;
  readonly filters: Query;
  readonly order: ListOrder;
  readonly columns: readonly Column<R>[];
  readonly list: {
    readonly rows: readonly R[] | undefined;
    readonly amount: number;
    readonly next: string | undefined;
    readonly error: ApiError | undefined;
  };
  readonly result: QueryResult<unknown>;
  /** For a guild without such records. */
  readonly empty: ComponentChildren;
  /** Why a filter may find nothing. */
  readonly filterHint: string;
}

/** The rows of the current page. In an order of the browser the cursor is the number of rows before it. */
function usePageOf<R extends { readonly id: string }>({ list, order, columns, place }: Props<R>) {
  const { rows } = list;
  const inOrder = useMemo(
    () => (rows && !order.isServed ? sorted(rows, columns, order.sort) : rows),
    // The order is made anew for each render; what it depends on is in the URL.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [rows, order.sort.by, order.sort.isDown],
  );
  if (order.isServed || !inOrder) return { rows: inOrder?.slice(0, pageSize), next: list.next };
  const end = (Number(cursorsOf(place).at(-1)) || 0) + pageSize;
  return { rows: inOrder.slice(end - pageSize, end), next: end < inOrder.length ? String(end) : undefined };
}

export function ListFrame<R extends { readonly id: string }>(props: Props<R>) {
  const { label, words, place, filters, order, columns, list, result } = props;
  const { amount, error } = list;
  const { rows, next } = usePageOf(props);
  const fresh = useFresh(list.rows, ({ id }) => id, result.source);
  const hasTooMany = !isSortable(amount);
  const mustLeave = hasTooMany && !order.isServed;
  useEffect(() => {
    if (mustLeave) replace(href(place.path, { ...filters, sort: undefined }));
    // `mustLeave` depends on the URL, and so do the others.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [mustLeave]);
  if (error) return <Problem error={error} retry={result.reload} />;
  const isFiltered = cursorsOf(place).length > 0 || Object.entries(filters).some(([name, is]) => name !== "sort" && is);
  return (
    <section class="card" aria-label={label}>
      <NewChanges amount={result.held} onShow={result.showHeld} />
      {rows?.length === 0 && !isFiltered ? (
        props.empty
      ) : (
        <>
          <p class="amount" role="status">
            {rows ? plural(amount, ...words) : "\u00a0"}
            {hasTooMany && ` · ${tooMany}`}
          </p>
          {rows?.length === 0 ? (
            <NothingFound
              words={words[1]}
              hint={props.filterHint}
              clear={href(place.path, { sort: filters["sort"] })}
            />
          ) : (
            <Table
              label={label}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              busy={result.busy}
              fresh={fresh}
              expected={pageSize}
              sorting={sortingOf(place, filters, order, columns, rows && amount)}
            />
          )}
        </>
      )}
      <Pager place={place} query={filters} next={next} shown={rows && { size: pageSize, here: rows.length, amount }} />
    </section>
  );
}
