import { useKey } from "../app/key";
import { useReading } from "../app/query";
import { href } from "../app/router";
import type { Place } from "../app/router";
import { vehicleColumns } from "../parts/columns";
import { Icon } from "../parts/Icon";
import { ListFrame } from "../parts/ListPage";
import { FilterChoice, filtersOf, FilterText, flagOf, listOr, pageSize, setFilter, yesNo } from "../parts/lists";
import { Lookup } from "../parts/Lookup";
import { Page } from "../parts/Page";
import { wayOf } from "../parts/Pager";

export function Vehicles({ place }: { place: Place }) {
  const { can } = useKey();
  const filters = filtersOf(place, ["name", "stolen", "impounded"]);
  const reading = useReading("/api/vehicle/list", {
    name: filters["name"],
    stolen: flagOf(filters["stolen"]),
    impounded: flagOf(filters["impounded"]),
    limit: pageSize,
    after: wayOf(place).at(-1),
  });
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
        list={listOr(reading, (answer) => answer.vehicles)}
        busy={reading.busy}
        reload={reading.reload}
        empty={
          <>
            No vehicle is like this. The owner must be written in full. <a href={href(["vehicles"])}>Show all</a>
          </>
        }
      />
    </Page>
  );
}
