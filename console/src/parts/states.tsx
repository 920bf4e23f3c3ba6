// The states of a civilian that users must not miss, with the time when they end.
import type { Civilian, Custody } from "../api/types";
import { useQuery } from "../app/query";
import { Badge } from "./Badge";
import { valuesOf } from "./changes";
import { arrivalOf, useSecondsLeft } from "./Countdown";
import { formatSeconds, formatTime } from "./format";

const minute = 60;

/** Without seconds until the last minute. */
function formatLeft(seconds: number): string {
  return formatSeconds(seconds > minute ? Math.ceil(seconds / minute) * minute : seconds);
}

function Left({ custody }: { custody: Custody }) {
  return <>{formatLeft(useSecondsLeft(arrivalOf(custody) + custody.remaining * 1000))} left</>;
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
