import type { Firearm } from "../api/types";
import { CivilianLink } from "./columns";
import { Copyable, CopyValue } from "./CopyValue";
import { Facts } from "./Facts";
import { When } from "./When";

/** Instead of a photo: the serial number, as stamped into the metal. */
export function FirearmCard({ firearm }: { firearm: Firearm }) {
  return (
    <section class="id-card thing firearm" aria-label="Firearm">
      <header class="metal">
        <span class="stamp">{firearm.serialNumber}</span>
        <CopyValue value={firearm.serialNumber} what="serial number" />
      </header>
      <Facts
        facts={[
          ["Model", firearm.model],
          ["Stolen", firearm.stolen ? "Yes" : "No"],
          ["Owner", <CivilianLink name={firearm.civilianName} />],
          ["Player", firearm.userName],
          ["Player ID", <Copyable value={firearm.userID} what="player ID" />],
          ["Registered", <When at={firearm.timestamp} />],
          ["ID", <Copyable value={firearm.id} what="ID" />],
        ]}
      />
    </section>
  );
}
