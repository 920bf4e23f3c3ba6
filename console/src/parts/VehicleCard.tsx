import type { Vehicle } from "../api/types";
import { Validity } from "./Badge";
import { CivilianLink } from "./columns";
import { Copyable, CopyValue } from "./CopyValue";
import { Facts } from "./Facts";
import { formatNumber } from "./format";
import { When } from "./When";

/** Instead of a photo: the plate. */
export function VehicleCard({ vehicle, fee }: { vehicle: Vehicle; fee: number }) {
  return (
    <section class="id-card thing" aria-label="Vehicle">
      <header>
        <span class="plate" dir="auto">
          {vehicle.plate}
        </span>
        <CopyValue value={vehicle.plate} what="plate" />
      </header>
      <Facts
        facts={[
          ["Model", vehicle.model],
          ["Color", `${vehicle.color}, ${vehicle.colorType}`],
          ["Registration", <Validity value={vehicle.registration} />],
          ["Insurance", <Validity value={vehicle.insurance} />],
          ["Stolen", vehicle.stolen ? "Yes" : "No"],
          ["Impounded", vehicle.impounded ? `Yes, fee ${formatNumber(fee)}` : "No"],
          ["Owner", <CivilianLink name={vehicle.civilianName} />],
          ["Player", vehicle.userName],
          ["Player ID", <Copyable value={vehicle.userID} what="player ID" />],
          ["Registered", <When at={vehicle.timestamp} />],
          ["ID", <Copyable value={vehicle.id} what="ID" />],
        ]}
      />
    </section>
  );
}
