import { useKey } from "../app/key";
import { useQuery } from "../app/query";
import { href } from "../app/router";
import type { Place } from "../app/router";
import { firearmColumns } from "../parts/columns";
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
import { Lookup } from "../parts/Lookup";
import { Page } from "../parts/Page";
import { cursorsOf } from "../parts/Pager";

export function Firearms({ place }: { place: Place }) {
  const { can } = useKey();
  const filters = filtersOf(place, ["name", "stolen"]);
  const result = useQuery(
    "/api/firearm/list",
    {
      name: filters["name"],
      stolen: flagOf(filters["stolen"]),
      limit: pageSize,
      after: cursorsOf(place).at(-1),
    },
    whileNotReading,
  );
  const set = (name: string) => (value: string) => setFilter(place, filters, name, value);
  const create = can("firearm") && (
    <a class="button primary" href={href(["new", "firearm"])}>
      <Icon name="plus" /> New firearm
    </a>
  );
  return (
    <Page title="Firearms" actions={create}>
      <div class="filters" role="group" aria-label="Filters">
        <Lookup label="Look up a serial" page="firearms" />
        <FilterText label="Owner" value={filters["name"]} onChange={set("name")} />
        <FilterChoice label="Stolen" value={filters["stolen"]} choices={yesNo} onChange={set("stolen")} />
      </div>
      <ListFrame
        label="Firearms"
        words={["firearm", "firearms"]}
        place={place}
        filters={filters}
        columns={firearmColumns}
        list={listOr(result, (response) => response.firearms)}
        result={result}
        empty={
          <>
            No firearms found. Enter the full name of the owner. <a href={href(["firearms"])}>Clear filters</a>
          </>
        }
      />
    </Page>
  );
}
