import { useQuery } from "../app/query";
import type { Place } from "../app/router";
import { civilianColumns } from "../parts/columns";
import { CreateButton, Welcome } from "../parts/empty";
import { orderOf } from "../parts/listOrder";
import { ListFrame } from "../parts/ListPage";
import { FilterChoice, filtersOf, FilterText, flagOf, listOr, setFilter, whileNotReading, yesNo } from "../parts/lists";
import { Page } from "../parts/Page";

export function Civilians({ place }: { place: Place }) {
  const filters = filtersOf(place, ["name", "bolo", "sort"]);
  const order = orderOf(place, civilianColumns);
  const result = useQuery(
    "/api/civilian/list",
    {
      name: filters["name"],
      bolo: flagOf(filters["bolo"]),
      ...order.query,
    },
    whileNotReading,
  );
  const set = (name: string) => (value: string) => setFilter(place, filters, name, value);
  return (
    <Page title="Civilians" actions={<CreateButton what="civilian" />}>
      <div class="filters" role="group" aria-label="Filters">
        <FilterText label="Name starts with" value={filters["name"]} onChange={set("name")} />
        <FilterChoice label="BOLO" value={filters["bolo"]} choices={yesNo} onChange={set("bolo")} />
      </div>
      <ListFrame
        label="Civilians"
        words={["civilian", "civilians"]}
        place={place}
        filters={filters}
        order={order}
        columns={civilianColumns}
        list={listOr(result, (response) => response.civilians)}
        result={result}
        filterHint="The list does not show deceased civilians; the search finds them."
        empty={
          <Welcome
            icon="person"
            title="No civilians yet"
            actions={<CreateButton what="civilian" title="Create the first civilian" />}
          >
            <p>
              A civilian is a character of your community. Vehicles, firearms, arrests, citations and admissions belong
              to one, so begin here.
            </p>
          </Welcome>
        }
      />
    </Page>
  );
}
