import { Page } from "../parts/Page";
import { PenalCodeSection } from "../parts/PenalCodeSection";

export function PenalCode() {
  return (
    <Page title="Penal code" under="Law enforcement">
      <PenalCodeSection title="Offences" />
    </Page>
  );
}
