import { useQuery } from "../app/query";
import type { Place } from "../app/router";
import { firearmColumns } from "../parts/columns";
import { CreateButton, Welcome } from "../parts/empty";
import { orderOf } from "../parts/listOrder";
import { ListFrame } from "../parts/ListPage";
import { FilterChoice, filtersOf, FilterText, flagOf, listOr, setFilter, whileNotReading, yesNo } from "../parts/lists";
import { Lookup } from "../parts/Lookup";
import { Page } from "../parts/Page";

export function Firearms({ place }: { place: Place }) {
  const filters = filtersOf(place, ["name", "stolen", "sort"]);
  const order = orderOf(place, firearmColumns);
  const result = useQuery(
    "/api/firearm/list",
    {
      name: filters["name"],
      stolen: flagOf(filters["stolen"]),
      ...order.query,
    },
    whileNotReading,
  );
  const set = (name: string) => (value: string) => setFilter(place, filters, name, value);
  return (
    <Page title="Firearms" actions={<CreateButton what="firearm" />}>
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
        order={order}
        columns={firearmColumns}
        list={listOr(result, (response) => response.firearms)}
        result={result}
        filterHint="Enter the full name of the owner."
        empty={
          <Welcome
            icon="firearm"
            title="No firearms yet"
            actions={<CreateButton what="firearm" title="Create the first firearm" />}
          >
            <p>
              Registered firearms are listed here. Each belongs to a civilian and gets a serial number, which leads an
              officer to the owner.
            </p>
          </Welcome>
        }
      />
    </Page>
  );
}
