import { CreateCivilian } from "../forms/civilian";
import { Page } from "../parts/Page";

export function CivilianNew() {
  return (
    <Page title="New civilian" under="Civilians" isForm>
      <section class="card paper">
        <CreateCivilian />
      </section>
    </Page>
  );
}
