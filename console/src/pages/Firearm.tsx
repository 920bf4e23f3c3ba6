import { useState } from "preact/hooks";
import type { Firearm as FirearmRecord } from "../api/types";
import { useKey } from "../app/key";
import { useQuery } from "../app/query";
import { DeleteFirearm, EditFirearm, FlagFirearm } from "../forms/firearm";
import { StateBadges } from "../parts/Badge";
import { CivilianLink } from "../parts/columns";
import { Facts } from "../parts/Facts";
import { Icon } from "../parts/Icon";
import { Page } from "../parts/Page";
import { Problem } from "../parts/Problem";
import { RecordWaiting } from "../parts/Waiting";
import { When } from "../parts/When";

type Action = "edit" | "flag" | "delete";

function Details({ firearm }: { firearm: FirearmRecord }) {
  const { can } = useKey();
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  const actions = can("firearm") && (
    <>
      <button type="button" onClick={() => setAction("flag")}>
        {firearm.stolen ? "Mark as found" : "Mark as stolen"}
      </button>
      <button type="button" onClick={() => setAction("edit")}>
        <Icon name="edit" /> Edit
      </button>
      <button type="button" class="danger-quiet" onClick={() => setAction("delete")}>
        <Icon name="trash" /> Delete
      </button>
    </>
  );
  return (
    <Page
      title={firearm.serialNumber}
      under="Firearms"
      badges={<StateBadges stolen={firearm.stolen} />}
      actions={actions}
    >
      <section class="card paper" aria-label="Firearm">
        <Facts
          facts={[
            ["Serial", <span class="code">{firearm.serialNumber}</span>],
            ["Model", firearm.model],
            ["Owner", <CivilianLink name={firearm.civilianName} />],
            ["Stolen", firearm.stolen ? "Yes" : "No"],
            ["Player", `${firearm.userName} (${firearm.userID})`],
            ["Registered", <When at={firearm.timestamp} />],
            ["ID", firearm.id],
          ]}
        />
      </section>
      {action === "edit" && <EditFirearm firearm={firearm} onClose={close} />}
      {action === "flag" && <FlagFirearm firearm={firearm} onClose={close} />}
      {action === "delete" && <DeleteFirearm firearm={firearm} onClose={close} />}
    </Page>
  );
}

const idsOf = (found: { firearm: FirearmRecord[] }) => found.firearm.flatMap(({ id, civilianID }) => [id, civilianID]);

export function Firearm({ serial }: { serial: string }) {
  const { data, error, reload } = useQuery("/api/firearm/info", { serialNumber: serial }, { about: idsOf });
  const firearm = data?.firearm[0];
  if (firearm) return <Details firearm={firearm} />;
  return (
    <Page title={serial} under="Firearms">
      {error ? <Problem error={error} retry={reload} /> : <RecordWaiting />}
    </Page>
  );
}
