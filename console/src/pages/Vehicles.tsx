import { useKey } from "../app/key";
import { useQuery } from "../app/query";
import { href } from "../app/router";
import type { Place } from "../app/router";
import { vehicleColumns } from "../parts/columns";
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

export function Vehicles({ place }: { place: Place }) {
  const { can } = useKey();
  const filters = filtersOf(place, ["name", "stolen", "impounded"]);
  const result = useQuery(
    "/api/vehicle/list",
    {
      name: filters["name"],
      stolen: flagOf(filters["stolen"]),
      impounded: flagOf(filters["impounded"]),
      limit: pageSize,
      after: cursorsOf(place).at(-1),
    },
    whileNotReading,
  );
  const set = (name: string) => (value: string) => setFilter(place, filters, name, value);
  const create = can("vehicle") && (
    <a class="button primary" href={href(["new", "vehicle"])}>
      <Icon name="plus" /> New vehicle
    </a>
  );
  return (
    <Page title="Vehicles" actions={create}>
      <div class="filters" role="group" aria-label="Filters">
        <Lookup label="Look up a plate" page="vehicles" />
        <FilterText label="Owner" value={filters["name"]} onChange={set("name")} />
        <FilterChoice label="Stolen" value={filters["stolen"]} choices={yesNo} onChange={set("stolen")} />
        <FilterChoice label="Impounded" value={filters["impounded"]} choices={yesNo} onChange={set("impounded")} />
      </div>
      <ListFrame
        label="Vehicles"
        words={["vehicle", "vehicles"]}
        place={place}
        filters={filters}
        columns={vehicleColumns}
        list={listOr(result, (response) => response.vehicles)}
        result={result}
        empty={
          <>
            No vehicles found. Enter the full name of the owner. <a href={href(["vehicles"])}>Clear filters</a>
          </>
        }
      />
    </Page>
  );
}
