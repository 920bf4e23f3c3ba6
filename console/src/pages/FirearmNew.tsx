import type { Place } from "../app/router";
import { CreateFirearm } from "../forms/firearm";
import { Page } from "../parts/Page";

export function FirearmNew({ place }: { place: Place }) {
  return (
    <Page title="New firearm" under="Firearms" isForm>
      <section class="card paper">
        <CreateFirearm owner={place.query.get("name") ?? ""} />
      </section>
    </Page>
  );
}
