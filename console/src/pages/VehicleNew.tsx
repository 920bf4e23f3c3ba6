import type { Place } from "../app/router";
import { CreateVehicle } from "../forms/vehicle";
import { Page } from "../parts/Page";

export function VehicleNew({ place }: { place: Place }) {
  return (
    <Page title="New vehicle" under="Vehicles" isForm>
      <section class="card paper">
        <CreateVehicle owner={place.query.get("name") ?? ""} />
      </section>
    </Page>
  );
}
