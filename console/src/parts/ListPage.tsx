// The common layout of the three list pages.
import type { ComponentChildren } from "preact";
import type { ApiError } from "../api/client";
import type { Place, Query } from "../app/router";
import { plural } from "./format";
import { pageSize } from "./lists";
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
  readonly busy: boolean;
  readonly reload: () => void;
  readonly empty: ComponentChildren;
}

export function ListFrame<R extends { readonly id: string }>(props: Props<R>) {
  const { label, words, place, filters, columns, list, busy, reload, empty } = props;
  const { rows, amount, next, error } = list;
  if (error) return <Problem error={error} retry={reload} />;
  return (
    <section class="card" aria-label={label}>
      <p class="amount" role="status">
        {rows ? plural(amount, ...words) : "\u00a0"}
      </p>
      {rows?.length === 0 ? (
        <Empty>{empty}</Empty>
      ) : (
        <Table label={label} columns={columns} rows={rows} keyOf={({ id }) => id} busy={busy} expected={pageSize} />
      )}
      <Pager place={place} query={filters} next={next} shown={rows && { size: pageSize, here: rows.length, amount }} />
    </section>
  );
}
