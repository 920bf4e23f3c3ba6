// Which changes concern which responses.
import type { GetPath, QueryOf } from "../api/client";
import type { Change } from "../api/types";

// A rename shows in all records of a civilian, and a deletion deletes them.
const owner = ["civilian.edited", "civilian.deleted"];
// A verdict depends on the states of the owner and of everything that he owns.
const check = ["civilian.", "vehicle.", "firearm.", "leo.", "medical."];

/** Beginnings of the kinds of changes after which a response may differ. */
const kinds: Partial<Record<GetPath, readonly string[]>> = {
  "/api/audit": [""],
  "/api/stats": [""],
  "/api/civilian/info": ["civilian.", "leo.", "medical."],
  "/api/civilian/list": ["civilian."],
  "/api/civilian/bolos": ["civilian."],
  "/api/civilian/check": check,
  "/api/vehicle/list": ["vehicle.", ...owner],
  "/api/vehicle/plate": ["vehicle.", ...owner],
  "/api/vehicle/check": check,
  "/api/leo/impound": ["vehicle."],
  "/api/leo/impounds": ["vehicle.", ...owner],
  "/api/penal-code": ["penalcode."],
  "/api/leo/custody": ["leo.arrested", "leo.released", "leo.voided", "civilian.deceased", ...owner],
  "/api/leo/history": ["leo.", "medical.", ...owner],
  "/api/firearm/list": ["firearm.", ...owner],
  "/api/firearm/info": ["firearm.", ...owner],
  "/api/leo/records": ["leo.", ...owner],
  "/api/medical/records": ["medical.", ...owner],
  "/api/key/list": ["key."],
  "/api/webhook/list": ["webhook."],
  "/api/webhook/deliveries": ["webhook."],
};

/** The filters of the audit log that a change must match. */
const filters = ["kind", "civilianID", "keyID"] as const;

/** Whether a response can change because of other users. */
export function isLive(path: GetPath): boolean {
  return path in kinds;
}

export function concerns(change: Change, path: GetPath, query: object): boolean {
  // A civilian that comes back has vehicles, firearms and entries at once.
  const kind = change.kind === "civilian.created" && change.undoes !== undefined ? "civilian.deleted" : change.kind;
  if (!kinds[path]?.some((each) => kind.startsWith(each))) return false;
  if (path !== "/api/audit") return true;
  const wanted = query as QueryOf<"/api/audit">;
  return filters.every((each) => !wanted[each] || wanted[each] === change[each]);
}
