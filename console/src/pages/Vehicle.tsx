import { useState } from "preact/hooks";
import type { Vehicle as VehicleRecord } from "../api/types";
import { useKey } from "../app/key";
import { useQuery } from "../app/query";
import { DeleteVehicle, EditVehicle, FlagVehicle, ImpoundVehicle, ReleaseVehicle } from "../forms/vehicle";
import { StateBadges } from "../parts/Badge";
import { formatNumber } from "../parts/format";
import { Icon } from "../parts/Icon";
import { OwnerCard } from "../parts/OwnerCard";
import { Page } from "../parts/Page";
import { Problem } from "../parts/Problem";
import { RecordHistory } from "../parts/RecordHistory";
import { VehicleCard } from "../parts/VehicleCard";
import { VerdictBand, VerdictWaiting } from "../parts/VerdictBand";
import { RecordWaiting } from "../parts/Waiting";

type Action = "edit" | "flag" | "impound" | "release" | "delete";

function Actions({ vehicle, onPick }: { vehicle: VehicleRecord; onPick: (action: Action) => void }) {
  const { can } = useKey();
  return (
    <>
      {can("leo") &&
        (vehicle.impounded ? (
          <button type="button" onClick={() => onPick("release")}>
            Release
          </button>
        ) : (
          <button type="button" onClick={() => onPick("impound")}>
            Impound
          </button>
        ))}
      {(can("vehicle") || can("leo")) && (
        <button type="button" onClick={() => onPick("flag")}>
          {vehicle.stolen ? "Mark as found" : "Mark as stolen"}
        </button>
      )}
      {can("vehicle") && (
        <>
          <button type="button" onClick={() => onPick("edit")}>
            <Icon name="edit" /> Edit
          </button>
          <button type="button" class="danger-quiet" onClick={() => onPick("delete")}>
            <Icon name="trash" /> Delete
          </button>
        </>
      )}
    </>
  );
}

function Details({ vehicle }: { vehicle: VehicleRecord }) {
  const [action, setAction] = useState<Action | null>(null);
  const impound = useQuery("/api/leo/impound", { plate: vehicle.plate }, { about: ({ id }) => [id] });
  const fee = impound.data?.impoundedFee ?? 0;
  const check = useQuery(
    "/api/vehicle/check",
    { plate: vehicle.plate },
    { about: (found) => [...found.vehicle, ...found.owner].map(({ id }) => id) },
  );
  const owner = check.data?.owner[0];
  const close = () => setAction(null);
  return (
    <Page
      title={vehicle.plate}
      under="Vehicles"
      badges={<StateBadges {...vehicle} />}
      actions={<Actions vehicle={vehicle} onPick={setAction} />}
    >
      {check.error && <Problem error={check.error} retry={check.reload} />}
      {check.data ? <VerdictBand {...check.data} /> : !check.error && <VerdictWaiting />}
      <div class="profile">
        <VehicleCard vehicle={vehicle} fee={fee} />
        <div class="stack">
          {owner && <OwnerCard owner={owner} />}
          <RecordHistory key={vehicle.id} civilianID={vehicle.civilianID} subjectID={vehicle.id} />
        </div>
      </div>
      {action === "edit" && <EditVehicle vehicle={vehicle} onClose={close} />}
      {action === "flag" && <FlagVehicle vehicle={vehicle} onClose={close} />}
      {action === "impound" && <ImpoundVehicle vehicle={vehicle} onClose={close} />}
      {action === "release" && <ReleaseVehicle vehicle={vehicle} fee={formatNumber(fee)} onClose={close} />}
      {action === "delete" && <DeleteVehicle vehicle={vehicle} onClose={close} />}
    </Page>
  );
}

const idsOf = (found: { vehicle: VehicleRecord[] }) => found.vehicle.flatMap(({ id, civilianID }) => [id, civilianID]);

export function Vehicle({ plate }: { plate: string }) {
  const { data, error, reload } = useQuery("/api/vehicle/plate", { plate }, { about: idsOf });
  const vehicle = data?.vehicle[0];
  if (vehicle) return <Details vehicle={vehicle} />;
  return (
    <Page title={plate} under="Vehicles">
      {error ? <Problem error={error} retry={reload} /> : <RecordWaiting />}
    </Page>
  );
}
