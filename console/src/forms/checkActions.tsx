// What may be done at once with the records of a check: only what the key is allowed to do.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Civilian, Vehicle } from "../api/types";
import { useKey } from "../app/key";
import { useQuery } from "../app/query";
import type { RecordActions } from "../parts/CheckedRecords";
import { Dialog } from "../parts/Dialog";
import { formatNumber } from "../parts/format";
import { EndBolo, RaiseBolo } from "./civilian";
import { entries, EntryForm } from "./entries";
import type { EntryKind } from "./entries";
import { FlagVehicle, ImpoundVehicle, ReleaseVehicle } from "./vehicle";

function Actions({ children }: { children: ComponentChildren }) {
  return <div class="quick">{children}</div>;
}

interface VehicleProps {
  readonly vehicle: Vehicle;
}

function Release({ vehicle, onClose }: VehicleProps & { onClose: () => void }) {
  const { data } = useQuery("/api/leo/impound", { plate: vehicle.plate });
  return data ? <ReleaseVehicle vehicle={vehicle} fee={formatNumber(data.impoundedFee)} onClose={onClose} /> : null;
}

function VehicleActions({ vehicle }: VehicleProps) {
  const { can } = useKey();
  const [action, setAction] = useState<"impound" | "release" | "flag" | null>(null);
  const close = () => setAction(null);
  if (!can("leo") && !can("vehicle")) return null;
  return (
    <Actions>
      {can("leo") && (
        <button type="button" onClick={() => setAction(vehicle.impounded ? "release" : "impound")}>
          {vehicle.impounded ? "Release" : "Impound"}
        </button>
      )}
      <button type="button" onClick={() => setAction("flag")}>
        {vehicle.stolen ? "Mark as found" : "Mark as stolen"}
      </button>
      {action === "impound" && <ImpoundVehicle vehicle={vehicle} onClose={close} />}
      {action === "release" && <Release vehicle={vehicle} onClose={close} />}
      {action === "flag" && <FlagVehicle vehicle={vehicle} onClose={close} />}
    </Actions>
  );
}

const leoKinds = ["arrest", "cite", "fine"] as const;

function CivilianActions({ civilian }: { civilian: Civilian }) {
  const { can } = useKey();
  const [action, setAction] = useState<EntryKind | "bolo" | null>(null);
  const close = () => setAction(null);
  const kinds: EntryKind[] = [...(can("leo") ? leoKinds : []), ...(can("medical") ? (["admit"] as const) : [])];
  const mayBolo = can("leo") || can("civilian");
  if (civilian.deceased || (kinds.length === 0 && !mayBolo)) return null;
  const { civilianName: name, bolo } = civilian;
  return (
    <Actions>
      {kinds.map((kind) => (
        <button key={kind} type="button" onClick={() => setAction(kind)}>
          {entries[kind].title}
        </button>
      ))}
      {mayBolo && (
        <button type="button" onClick={() => setAction("bolo")}>
          {bolo ? "End BOLO" : "BOLO"}
        </button>
      )}
      {action === "bolo" &&
        (bolo ? <EndBolo {...{ civilian }} onClose={close} /> : <RaiseBolo {...{ civilian }} onClose={close} />)}
      {action && action !== "bolo" && (
        <Dialog title={`${entries[action].title}: ${name}`} onClose={close}>
          <EntryForm kind={action} name={name} onDone={close} onCancel={close} />
        </Dialog>
      )}
    </Actions>
  );
}

export const checkActions: RecordActions = { Vehicle: VehicleActions, Civilian: CivilianActions };
