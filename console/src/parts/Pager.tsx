// Pagination. The API only goes forward, with the `next` cursor of the previous page. The URL keeps the cursors of all
// pages so far ("after=12,34"), so that going back works after a reload too.
import type { Place, Query } from "../app/router";
import { href } from "../app/router";
import { formatNumber } from "./format";
import { Icon } from "./Icon";

export function cursorsOf(place: Place): readonly string[] {
  return place.query.get("after")?.split(",").filter(Boolean) ?? [];
}

interface Props {
  readonly place: Place;
  readonly query: Query;
  readonly next: string | undefined;
  /** The range and total, for lists that have a total. */
  readonly shown?: { readonly size: number; readonly here: number; readonly amount: number };
  readonly words?: { readonly back: string; readonly on: string };
}

export function Pager({ place, query, next, shown, words = { back: "Previous", on: "Next" } }: Props) {
  const cursors = cursorsOf(place);
  if (cursors.length === 0 && !next) return null;
  const hrefAfter = (steps: readonly string[]) => href(place.path, { ...query, after: steps.join(",") });
  const first = cursors.length * (shown?.size ?? 0) + 1;
  return (
    <nav class="pager" aria-label="Pages">
      {shown && shown.here > 0 && (
        <span>
          {formatNumber(first)}–{formatNumber(first + shown.here - 1)} of {formatNumber(shown.amount)}
        </span>
      )}
      <a
        class="button"
        aria-disabled={cursors.length === 0}
        href={cursors.length ? hrefAfter(cursors.slice(0, -1)) : undefined}
      >
        <Icon name="left" /> {words.back}
      </a>
      <a class="button" aria-disabled={!next} href={next ? hrefAfter([...cursors, next]) : undefined}>
        {words.on} <Icon name="right" />
      </a>
    </nav>
  );
}
