// Short names for what the API answers; the shapes themselves are generated from its OpenAPI document.
import type { Answer, Asked } from "./client";

export type CivilianFile = Answer<"/api/civilian/info">;
export type Civilian = Answer<"/api/civilian/list">["civilians"][number];
export type Vehicle = Answer<"/api/vehicle/list">["vehicles"][number];
export type Firearm = Answer<"/api/firearm/list">["firearms"][number];
export type Found = Answer<"/api/search">["results"][number];
export type Change = Answer<"/api/audit">["events"][number];
/** The kinds of changes that there are now; the log may hold others, of a later version. */
export type ChangeKind = NonNullable<Asked<"/api/audit">["kind"]>;
export type Stats = Answer<"/api/stats">;
export type Day = Stats["days"][number];
export type KeyInfo = Answer<"/api/key">;
export type Scope = KeyInfo["scopes"][number];
