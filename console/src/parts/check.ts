// Reads the check of a plate or a name. If the text does not say which one it is, it tries both.
import type { ApiError } from "../api/client";
import type { CivilianCheck, VehicleCheck } from "../api/types";
import { likelyMode } from "../app/checks";
import type { Mode, Question } from "../app/checks";
import { useQuery } from "../app/query";
import type { QueryResult } from "../app/query";

export type Checked = VehicleCheck | CivilianCheck;

export function isVehicleCheck(checked: Checked): checked is VehicleCheck {
  return "owner" in checked;
}

const paths = { plate: "/api/vehicle/check", name: "/api/civilian/check" } as const;
const otherMode: Record<Mode, Mode> = { plate: "name", name: "plate" };

/** Somebody may register what is not on file yet, so that depends on all changes. */
function idsOf(checked: Checked): readonly string[] | undefined {
  if (!checked.registered) return undefined;
  if (!isVehicleCheck(checked)) return checked.civilian.map(({ id }) => id);
  return checked.vehicle.flatMap(({ id, civilianID }) => [id, civilianID]);
}

function useCheckAs(mode: Mode, text: string | null): QueryResult<Checked> {
  // Each path takes its own member.
  const query =
    text === null ? null : ({ [mode === "plate" ? "plate" : "name"]: text } as { plate: string } & { name: string });
  return useQuery(paths[mode], query, { about: idsOf });
}

export interface CheckState {
  readonly mode: Mode;
  readonly checked: Checked | undefined;
  /** Whether the server has just said so: it may also be an earlier response. */
  readonly isCurrent: boolean;
  /** Whether it is on file neither as a plate nor as a name. */
  readonly triedBoth: boolean;
  readonly error: ApiError | undefined;
  readonly reload: () => void;
}

export function useCheck({ text, mode }: Question): CheckState {
  const likely = mode ?? likelyMode(text);
  const first = useCheckAs(likely, text);
  const isMissing = first.data ? !first.data.registered : first.error?.isAboutData === true;
  const triesBoth = mode === null && isMissing;
  const second = useCheckAs(otherMode[likely], triesBoth ? text : null);
  const isSecond = triesBoth && second.data !== undefined && (second.data.registered || !first.data);
  const chosen = isSecond ? second : first;
  // Without the second response nobody knows yet what is on file.
  const isWaiting = triesBoth && !second.data && !second.error;
  return {
    mode: isSecond ? otherMode[likely] : likely,
    checked: isWaiting ? undefined : chosen.data,
    isCurrent: !first.busy && !second.busy,
    triedBoth: triesBoth && first.data?.registered === false && second.data?.registered === false,
    error: isWaiting || chosen.data ? undefined : chosen.error,
    reload: () => {
      first.reload();
      second.reload();
    },
  };
}
