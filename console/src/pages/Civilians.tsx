import { useKey } from "../app/key";
import { useReading } from "../app/query";
import { href } from "../app/router";
import type { Place } from "../app/router";
import { civilianColumns } from "../parts/columns";
import { Icon } from "../parts/Icon";
import { ListFrame } from "../parts/ListPage";
import { FilterChoice, filtersOf, FilterText, flagOf, listOr, pageSize, setFilter, yesNo } from "../parts/lists";
import { Page } from "../parts/Page";
import { wayOf } from "../parts/Pager";

export function Civilians({ place }: { place: Place }) {
  const { can } = useKey();
  const filters = filtersOf(place, ["name", "bolo"]);
  const reading = useReading("/api/civilian/list", {
    name: filters["name"],
    bolo: flagOf(filters["bolo"]),
    limit: pageSize,
    after: wayOf(place).at(-1),
  });
  const set = (name: string) => (value: string) => setFilter(place, filters, name, value);
  const create = can("civilian") && (
    <a class="button primary" href={href(["new", "civilian"])}>
      <Icon name="plus" /> New civilian
    </a>
  );
  return (
    <Page title="Civilians" actions={create}>
      <div class="filters" role="group" aria-label="Filters">
        <FilterText label="Name begins with" value={filters["name"]} onChange={set("name")} />
        <FilterChoice label="BOLO" value={filters["bolo"]} choices={yesNo} onChange={set("bolo")} />
      </div>
      <ListFrame
        label="Civilians"
        words={["civilian", "civilians"]}
        place={place}
        filters={filters}
        columns={civilianColumns}
        list={listOr(reading, (answer) => answer.civilians)}
        busy={reading.busy}
        reload={reading.reload}
        empty={
          <>
            No living civilian is like this. The list leaves out the deceased; the search finds them.{" "}
            <a href={href(["civilians"])}>Show all</a>
          </>
        }
      />
    </Page>
  );
}
