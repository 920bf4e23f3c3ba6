import { useState } from "preact/hooks";
import type { CivilianCheck, Firearm as FirearmRecord } from "../api/types";
import { useKey } from "../app/key";
import { useQuery } from "../app/query";
import { DeleteFirearm, EditFirearm, FlagFirearm } from "../forms/firearm";
import { StateBadges } from "../parts/Badge";
import { FirearmCard } from "../parts/FirearmCard";
import { Icon } from "../parts/Icon";
import { OwnerCard } from "../parts/OwnerCard";
import { Page } from "../parts/Page";
import { Problem } from "../parts/Problem";
import { RecordHistory } from "../parts/RecordHistory";
import { VerdictBand, VerdictWaiting } from "../parts/VerdictBand";
import type { Judgement } from "../parts/VerdictBand";
import { RecordWaiting } from "../parts/Waiting";

type Action = "edit" | "flag" | "delete";

/** The API checks people and vehicles only: this is the check of the owner, and whether the firearm is stolen. */
function verdictOf({ stolen }: FirearmRecord, { verdict, reasons }: CivilianCheck): Judgement {
  const aboutOwner = reasons
    .filter(({ code }) => !stolen || code !== "stolenFirearm")
    .map(({ code, text }) => ({ code, text: text.replace(/^the civilian/, "the owner") }));
  if (!stolen) return { verdict, reasons: aboutOwner };
  return { verdict: "stop", reasons: [{ code: "stolen", text: "the firearm is stolen" }, ...aboutOwner] };
}

function Details({ firearm }: { firearm: FirearmRecord }) {
  const { can } = useKey();
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  const check = useQuery("/api/civilian/check", { name: firearm.civilianName }, { about: () => [firearm.civilianID] });
  const owner = check.data?.civilian[0];
  const actions = (can("firearm") || can("leo")) && (
    <>
      <button type="button" onClick={() => setAction("flag")}>
        {firearm.stolen ? "Mark as found" : "Mark as stolen"}
      </button>
      {can("firearm") && (
        <>
          <button type="button" onClick={() => setAction("edit")}>
            <Icon name="edit" /> Edit
          </button>
          <button type="button" class="danger-quiet" onClick={() => setAction("delete")}>
            <Icon name="trash" /> Delete
          </button>
        </>
      )}
    </>
  );
  return (
    <Page
      title={firearm.serialNumber}
      under="Firearms"
      badges={<StateBadges stolen={firearm.stolen} />}
      actions={actions}
    >
      {check.error && <Problem error={check.error} retry={check.reload} />}
      {check.data ? <VerdictBand {...verdictOf(firearm, check.data)} /> : !check.error && <VerdictWaiting />}
      <div class="profile">
        <FirearmCard firearm={firearm} />
        <div class="stack">
          {owner && <OwnerCard owner={owner} />}
          <RecordHistory key={firearm.id} civilianID={firearm.civilianID} subjectID={firearm.id} />
        </div>
      </div>
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
