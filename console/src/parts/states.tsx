// The states of a civilian that users must not miss, with the time when they end.
import { useEffect, useState } from "preact/hooks";
import type { Civilian, Custody } from "../api/types";
import { useQuery } from "../app/query";
import { Badge } from "./Badge";
import { valuesOf } from "./changes";
import { formatSeconds, formatTime } from "./format";

const minute = 60;

/** What is left, without seconds until the last minute. */
function formatLeft(seconds: number): string {
  return formatSeconds(seconds > minute ? Math.ceil(seconds / minute) * minute : Math.ceil(seconds));
}

/** What is left of a custody. The server says how much, so a wrong clock of the browser does not matter. */
function Left({ custody }: { custody: Custody }) {
  const [end, setEnd] = useState(() => performance.now() + custody.remaining * 1000);
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    setNow(performance.now());
    setEnd(performance.now() + custody.remaining * 1000);
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [custody]);
  return <>{formatLeft(Math.max(0, (end - now) / 1000))} left</>;
}

const inCustodyMax = 1000;

/** The custody of a civilian; null while it is not known. */
function useCustody(civilianID: string): Custody | null | undefined {
  const { data } = useQuery("/api/leo/custody", { limit: inCustodyMax }, { about: () => [civilianID] });
  return data ? data.custody.find((each) => each.civilianID === civilianID) : null;
}

/** When the BOLO ends by itself; empty if it does not. The last event about it says so. */
function useBoloEnd({ id, bolo }: Civilian): string {
  const query = bolo ? ({ civilianID: id, kind: "civilian.bolo", limit: 1 } as const) : null;
  const { data } = useQuery("/api/audit", query);
  const end = valuesOf(data?.events[0]?.after ?? null)["boloExpires"];
  return typeof end === "string" ? end : "";
}

/** Deceased, BOLO and custody. */
export function PersonBadges({ civilian }: { civilian: Civilian }) {
  const custody = useCustody(civilian.id);
  const boloEnd = useBoloEnd(civilian);
  if (!civilian.deceased && !civilian.bolo && !custody) return null;
  return (
    <span class="badges">
      {civilian.deceased && <Badge tone="deceased">Deceased</Badge>}
      {civilian.bolo && <Badge tone="bolo">BOLO{boloEnd && ` until ${formatTime(boloEnd)}`}</Badge>}
      {custody && (
        <Badge tone="custody">
          In custody, <Left custody={custody} />
        </Badge>
      )}
    </span>
  );
}
