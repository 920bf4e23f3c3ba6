import { useKey } from "../app/key";
import { useQuery } from "../app/query";
import { href } from "../app/router";
import type { Place } from "../app/router";
import { civilianColumns } from "../parts/columns";
import { Icon } from "../parts/Icon";
import { ListFrame } from "../parts/ListPage";
import {
  FilterChoice,
  filtersOf,
  FilterText,
  flagOf,
  listOr,
  pageSize,
  setFilter,
  whileNotReading,
  yesNo,
} from "../parts/lists";
import { Page } from "../parts/Page";
import { cursorsOf } from "../parts/Pager";

export function Civilians({ place }: { place: Place }) {
  const { can } = useKey();
  const filters = filtersOf(place, ["name", "bolo"]);
  const result = useQuery(
    "/api/civilian/list",
    {
      name: filters["name"],
      bolo: flagOf(filters["bolo"]),
      limit: pageSize,
      after: cursorsOf(place).at(-1),
    },
    whileNotReading,
  );
  const set = (name: string) => (value: string) => setFilter(place, filters, name, value);
  const create = can("civilian") && (
    <a class="button primary" href={href(["new", "civilian"])}>
      <Icon name="plus" /> New civilian
    </a>
  );
  return (
    <Page title="Civilians" actions={create}>
      <div class="filters" role="group" aria-label="Filters">
        <FilterText label="Name starts with" value={filters["name"]} onChange={set("name")} />
        <FilterChoice label="BOLO" value={filters["bolo"]} choices={yesNo} onChange={set("bolo")} />
      </div>
      <ListFrame
        label="Civilians"
        words={["civilian", "civilians"]}
        place={place}
        filters={filters}
        columns={civilianColumns}
        list={listOr(result, (response) => response.civilians)}
        result={result}
        empty={
          <>
            No civilians found. The list does not show deceased civilians; use the search to find them.{" "}
            <a href={href(["civilians"])}>Clear filters</a>
          </>
        }
      />
    </Page>
  );
}
