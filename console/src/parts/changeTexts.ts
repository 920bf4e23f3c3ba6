// What changes of custody, entries, keys and the penal code say.
import type { Change } from "../api/types";
import { formatNumber, formatSeconds, formatTime, plural } from "./format";

export type Values = Record<string, unknown>;

export function valuesOf(values: Change["before"]): Values {
  return values ?? {};
}

/** Whether the server's clock made the change, because a time was over. */
export function isByClock({ actor, keyID }: Change): boolean {
  return actor === "clock" && keyID === "";
}

/** Who made a change in the roleplay, for people. */
export function actorOf(change: Change): string {
  return isByClock(change) ? "The clock" : change.actor;
}

const entryTitles: Readonly<Record<string, string | undefined>> = {
  arrest: "Arrest",
  citation: "Citation",
  fine: "Fine",
  admission: "Admission",
};

/** "Citation 3", of the values of an event about an entry. */
export function entryTitle({ kind, count }: Values): string {
  return `${entryTitles[String(kind)] ?? "Entry"} ${String(count)}`;
}

/** The kinds of events of an undone deletion. */
const restored: Readonly<Record<string, string | undefined>> = {
  "civilian.created": "Civilian restored",
  "vehicle.created": "Vehicle restored",
  "firearm.created": "Firearm restored",
  "webhook.created": "Webhook restored",
  "key.created": "Key restored",
};

/** Titles that depend on what has changed, by kind. */
export function specialTitle(change: Change): string | null {
  const after = valuesOf(change.after);
  if (change.kind === "civilian.bolo") {
    return after["bolo"] ? "BOLO raised" : isByClock(change) ? "BOLO expired" : "BOLO ended";
  }
  if (change.kind === "civilian.deceased" && after["deceased"] === false) return "No longer deceased";
  if (change.kind === "vehicle.impounded") return after["impounded"] ? "Vehicle impounded" : "Vehicle released";
  if (change.kind === "leo.released") {
    if (after["count"] !== undefined) return "Sentence changed";
    return after["releaseTimestamp"] ? "Back in custody" : "Released from custody";
  }
  if (change.kind === "leo.voided") {
    return `${entryTitles[String(after["kind"])] ?? "Entry"} ${after["void"] ? "voided" : "valid again"}`;
  }
  return (change.undoes === undefined ? undefined : restored[change.kind]) ?? null;
}

function custodySummary(before: Values, after: Values, isServed: boolean): string {
  const { count, releaseTimestamp, reason } = after;
  if (typeof count === "number") {
    const [old, now] = [before["time"], after["time"]].map((time) => formatSeconds(Number(time)));
    return `Arrest ${count}: ${old} → ${now}`;
  }
  if (typeof releaseTimestamp === "string" && releaseTimestamp) return `Until ${formatTime(releaseTimestamp)}`;
  if (isServed) return "The time was served";
  return typeof reason === "string" ? reason : "";
}

const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0);

/** Summaries that need more than a list of members, by kind. */
export function specialSummary(change: Change): string | null {
  const before = valuesOf(change.before);
  const after = valuesOf(change.after);
  if (change.kind === "leo.released") return custodySummary(before, after, isByClock(change));
  if (change.kind === "leo.voided") {
    const count = entryTitle(after);
    const { reason } = valuesOf(after["void"] as Change["before"]);
    return typeof reason === "string" ? `${count}: ${reason}` : count;
  }
  if (change.kind === "penalcode.changed") {
    return `${formatNumber(lengthOf(before["entries"]))} → ${plural(lengthOf(after["entries"]), "offence")}`;
  }
  if (change.kind.startsWith("key.")) {
    const { role, scopes } = { ...before, ...after };
    if (typeof role === "string" && role) return `Role ${role}`;
    return Array.isArray(scopes) ? `Scopes ${scopes.join(", ")}` : "";
  }
  return null;
}

/** An object within an event, as text. */
function partText(member: string, part: Values): string {
  if (member === "arrests") return `Arrest ${String(part["count"])}`;
  const { code, title, fine, time } = part;
  if (member !== "entries") return JSON.stringify(part);
  const costs = [Number(fine) > 0 && formatNumber(Number(fine)), Number(time) > 0 && formatSeconds(Number(time))];
  return [`${String(code)} ${String(title)}`, ...costs.filter(Boolean)].join(" · ");
}

/** A list of objects, one per line; or the reason for which an entry is void. */
export function textOfObjects(member: string, value: unknown): string | null {
  if (Array.isArray(value) && typeof value[0] === "object") {
    return value.map((part) => partText(member, part as Values)).join("\n");
  }
  if (member !== "void" || typeof value !== "object" || value === null) return null;
  const { reason, officerName } = value as Values;
  return `${String(reason)} · ${String(officerName)}`;
}
