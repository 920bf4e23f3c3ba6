// The common layout of the three list pages.
import type { ComponentChildren } from "preact";
import type { ApiError } from "../api/client";
import type { QueryResult } from "../app/query";
import type { Place, Query } from "../app/router";
import { useFresh } from "../live/fresh";
import { plural } from "./format";
import { pageSize } from "./lists";
import { NewChanges } from "./NewChanges";
import { Empty } from "./Page";
import { Pager } from "./Pager";
import { Problem } from "./Problem";
import { Table } from "./Table";
import type { Column } from "./Table";

interface Props<R extends { readonly id: string }> {
  readonly label: string;
  readonly words: readonly [one: string, many: string];
  readonly place: Place;
  readonly filters: Query;
  readonly columns: readonly Column<R>[];
  readonly list: {
    readonly rows: readonly R[] | undefined;
    readonly amount: number;
    readonly next: string | undefined;
    readonly error: ApiError | undefined;
  };
  readonly result: QueryResult<unknown>;
  readonly empty: ComponentChildren;
}

export function ListFrame<R extends { readonly id: string }>(props: Props<R>) {
  const { label, words, place, filters, columns, list, result, empty } = props;
  const { rows, amount, next, error } = list;
  const fresh = useFresh(rows, ({ id }) => id, result.source);
  if (error) return <Problem error={error} retry={result.reload} />;
  return (
    <section class="card" aria-label={label}>
      <NewChanges amount={result.held} onShow={result.showHeld} />
      <p class="amount" role="status">
        {rows ? plural(amount, ...words) : "\u00a0"}
      </p>
      {rows?.length === 0 ? (
        <Empty>{empty}</Empty>
      ) : (
        <Table
          label={label}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          busy={result.busy}
          fresh={fresh}
          expected={pageSize}
        />
      )}
      <Pager place={place} query={filters} next={next} shown={rows && { size: pageSize, here: rows.length, amount }} />
    </section>
  );
}
