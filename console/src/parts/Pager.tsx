// Pages of a list. The API goes forward only, by the `next` of the page before; the address keeps the whole way
// ("after=12,34"), so that going back a page works after a reload too.
import type { Place, Query } from "../app/router";
import { href } from "../app/router";
import { formatNumber } from "./format";
import { Icon } from "./Icon";

export function wayOf(place: Place): readonly string[] {
  return place.query.get("after")?.split(",").filter(Boolean) ?? [];
}

interface Props {
  readonly place: Place;
  readonly query: Query;
  readonly next: string | undefined;
  /** Where the list tells how many there are. */
  readonly shown?: { readonly size: number; readonly here: number; readonly amount: number };
  readonly words?: { readonly back: string; readonly on: string };
}

export function Pager({ place, query, next, shown, words = { back: "Previous", on: "Next" } }: Props) {
  const way = wayOf(place);
  if (way.length === 0 && !next) return null;
  const at = (steps: readonly string[]) => href(place.path, { ...query, after: steps.join(",") });
  const first = way.length * (shown?.size ?? 0) + 1;
  return (
    <nav class="pager" aria-label="Pages">
      {shown && shown.here > 0 && (
        <span>
          {formatNumber(first)}–{formatNumber(first + shown.here - 1)} of {formatNumber(shown.amount)}
        </span>
      )}
      <a class="button" aria-disabled={way.length === 0} href={way.length ? at(way.slice(0, -1)) : undefined}>
        <Icon name="left" /> {words.back}
      </a>
      <a class="button" aria-disabled={!next} href={next ? at([...way, next]) : undefined}>
        {words.on} <Icon name="right" />
      </a>
    </nav>
  );
}
