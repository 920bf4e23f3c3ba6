// Short names for API responses. Their types are generated from the OpenAPI document.
import type { ResponseOf, QueryOf } from "./client";

export type CivilianFile = ResponseOf<"/api/civilian/info">;
export type Civilian = ResponseOf<"/api/civilian/list">["civilians"][number];
export type Vehicle = ResponseOf<"/api/vehicle/list">["vehicles"][number];
export type Firearm = ResponseOf<"/api/firearm/list">["firearms"][number];
export type ActiveBolo = ResponseOf<"/api/civilian/bolos">["bolos"][number];
export type Impound = ResponseOf<"/api/leo/impounds">["impounds"][number];
export type Custody = ResponseOf<"/api/leo/custody">["custody"][number];
export type VehicleCheck = ResponseOf<"/api/vehicle/check">;
export type CivilianCheck = ResponseOf<"/api/civilian/check">;
export type Verdict = VehicleCheck["verdict"];
export type HistoryEntry = ResponseOf<"/api/leo/history">["entries"][number];
export type PenalCodeEntry = ResponseOf<"/api/penal-code">["entries"][number];
export type Keys = ResponseOf<"/api/key/list">;
export type Found = ResponseOf<"/api/search">["results"][number];
export type Change = ResponseOf<"/api/audit">["events"][number];
/** The kinds of changes in this version. The audit log may contain kinds of a later version. */
export type ChangeKind = NonNullable<QueryOf<"/api/audit">["kind"]>;
export type Stats = ResponseOf<"/api/stats">;
export type Day = Stats["days"][number];
export type Webhook = ResponseOf<"/api/webhook/list">["webhooks"][number];
export type Delivery = ResponseOf<"/api/webhook/deliveries">["deliveries"][number];
export type WebhookTest = ResponseOf<"/api/webhook/test", "post">;
export type KeyInfo = ResponseOf<"/api/key">;
export type Scope = KeyInfo["scopes"][number];
