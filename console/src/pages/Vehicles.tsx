import { useQuery } from "../app/query";
import type { Place } from "../app/router";
import { vehicleColumns } from "../parts/columns";
import { CreateButton, Welcome } from "../parts/empty";
import { orderOf } from "../parts/listOrder";
import { ListFrame } from "../parts/ListPage";
import { FilterChoice, filtersOf, FilterText, flagOf, listOr, setFilter, whileNotReading, yesNo } from "../parts/lists";
import { Lookup } from "../parts/Lookup";
import { Page } from "../parts/Page";

export function Vehicles({ place }: { place: Place }) {
  const filters = filtersOf(place, ["name", "stolen", "impounded", "sort"]);
  const order = orderOf(place, vehicleColumns);
  const result = useQuery(
    "/api/vehicle/list",
    {
      name: filters["name"],
      stolen: flagOf(filters["stolen"]),
      impounded: flagOf(filters["impounded"]),
      ...order.query,
    },
    whileNotReading,
  );
  const set = (name: string) => (value: string) => setFilter(place, filters, name, value);
  return (
    <Page title="Vehicles" actions={<CreateButton what="vehicle" />}>
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
        order={order}
        columns={vehicleColumns}
        list={listOr(result, (response) => response.vehicles)}
        result={result}
        filterHint="Enter the full name of the owner."
        empty={
          <Welcome
            icon="car"
            title="No vehicles yet"
            actions={<CreateButton what="vehicle" title="Create the first vehicle" />}
          >
            <p>
              Registered vehicles are listed here. A check of a plate then shows the owner, and whether the vehicle is
              stolen or impounded. Each belongs to a civilian.
            </p>
          </Welcome>
        }
      />
    </Page>
  );
}
