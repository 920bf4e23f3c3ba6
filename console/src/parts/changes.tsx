// Displays changes of the audit log.
import { useKey } from "../app/key";
import { href } from "../app/router";
import type { Change, ChangeKind } from "../api/types";
import { specialSummary, specialTitle, textOfObjects, valuesOf } from "./changeTexts";
import { capitalised, formatNumber, formatSeconds, formatTime } from "./format";
import type { IconName } from "./Icon";

export { actorOf, valuesOf } from "./changeTexts";

const titles: Readonly<Partial<Record<ChangeKind, string>>> = {
  "civilian.created": "Civilian created",
  "civilian.edited": "Civilian edited",
  "civilian.deceased": "Marked as deceased",
  "civilian.deleted": "Civilian deleted",
  "vehicle.created": "Vehicle registered",
  "vehicle.edited": "Vehicle edited",
  "vehicle.deleted": "Vehicle deleted",
  "firearm.created": "Firearm registered",
  "firearm.edited": "Firearm edited",
  "firearm.deleted": "Firearm deleted",
  "civilian.bolo": "BOLO",
  "vehicle.impounded": "Impound",
  "leo.arrested": "Arrest",
  "leo.cited": "Citation",
  "leo.fined": "Fine",
  "leo.released": "Custody",
  "leo.voided": "Void entry",
  "medical.admitted": "Admission",
  "penalcode.changed": "Penal code changed",
  "key.created": "Key created",
  "key.invited": "Member invited",
  "key.revoked": "Key revoked",
  "webhook.created": "Webhook created",
  "webhook.edited": "Webhook edited",
  "webhook.deleted": "Webhook deleted",
  "webhook.redelivered": "Events resent",
  "webhook.disabled": "Webhook disabled",
};

/** The title of a kind of change. Unknown kinds show their own name. */
export function kindTitle(kind: string): string {
  return (titles as Readonly<Record<string, string | undefined>>)[kind] ?? kind;
}

export function changeTitle(change: Change): string {
  return specialTitle(change) ?? kindTitle(change.kind);
}

const icons: Readonly<Record<string, IconName>> = {
  civilian: "person",
  vehicle: "car",
  firearm: "firearm",
  leo: "shield",
  medical: "medical",
  webhook: "send",
  key: "lock",
  penalcode: "book",
};

export function changeIcon({ kind }: Change): IconName {
  if (kind === "civilian.bolo") return "alert";
  if (kind === "leo.released") return "lock";
  return icons[kind.split(".")[0] ?? ""] ?? "activity";
}

/** A readable member name: civilianHairColor becomes "Hair color". */
export function memberTitle(member: string): string {
  const words = member
    .replace(/^civilian(?=[A-Z])/, "")
    .replace(/([a-z])([A-Z]+)/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return capitalised(words);
}

export function showValue(member: string, value: unknown): string {
  if (value === undefined || value === null || value === "") return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const parts = textOfObjects(member, value);
  if (parts !== null) return parts;
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value !== "number" && typeof value !== "string") return JSON.stringify(value);
  if (member === "time") return formatSeconds(value);
  if (typeof value === "number") return formatNumber(value);
  return /(timestamp|expires)$/i.test(member) ? formatTime(value) : value;
}

/** The current name of the civilian, or the logged name if the civilian was deleted. */
export function changeName({ civilianName, before, after }: Change): string {
  const logged = valuesOf(after)["civilianName"] ?? valuesOf(before)["civilianName"];
  return civilianName || (typeof logged === "string" ? logged : "");
}

const shownInTitle = new Set(["bolo", "deceased", "impounded"]);

/** A short summary of a change, for lists. */
export function changeSummary(change: Change): string {
  return specialSummary(change) ?? memberSummary(change);
}

function memberSummary({ before, after }: Change): string {
  const old = valuesOf(before);
  const now = valuesOf(after);
  const text = now["charges"] ?? now["injures"] ?? now["boloReason"] ?? now["reason"];
  if (typeof text === "string" && text) return text;
  if (typeof now["seq"] === "number") return `Event #${now["seq"]}`;
  if (typeof now["from"] === "number") return `All events from #${now["from"]}`;
  const thing = [now, old].find((each) => each["plate"] || each["serialNumber"]);
  if (thing) return `${String(thing["plate"] ?? thing["serialNumber"])} · ${String(thing["model"])}`;
  if (!before || !after) return "";
  return Object.keys(now)
    .filter((member) => !shownInTitle.has(member))
    .map((member) => `${memberTitle(member)}: ${showValue(member, old[member])} → ${showValue(member, now[member])}`)
    .join(", ");
}

function WebhookSubject({ change }: { change: Change }) {
  const { can } = useKey();
  const logged = { ...valuesOf(change.before), ...valuesOf(change.after) };
  const title = [logged["name"], logged["url"]].find((each) => typeof each === "string" && each !== "");
  const text = typeof title === "string" ? title : `Webhook ${change.subjectID}`;
  if (!can("admin") || change.kind === "webhook.deleted") return <span dir="auto">{text}</span>;
  return (
    <a href={href(["settings", "webhooks", change.subjectID])} dir="auto">
      {text}
    </a>
  );
}

function KeySubject({ change }: { change: Change }) {
  const { can } = useKey();
  const { keyName } = { ...valuesOf(change.before), ...valuesOf(change.after) };
  const text = typeof keyName === "string" && keyName ? keyName : `Key ${change.subjectID}`;
  if (!can("admin")) return <span dir="auto">{text}</span>;
  return (
    <a href={href(["settings"])} dir="auto">
      {text}
    </a>
  );
}

/** A link to the civilian, if not deleted, or to the webhook. */
export function ChangeSubject({ change }: { change: Change }) {
  if (change.kind.startsWith("webhook.")) return <WebhookSubject change={change} />;
  if (change.kind.startsWith("key.")) return <KeySubject change={change} />;
  if (change.kind === "penalcode.changed") return <a href={href(["penal-code"])}>Penal code</a>;
  const name = changeName(change);
  if (!change.civilianName) return <span dir="auto">{name}</span>;
  return (
    <a href={href(["civilians", name])} dir="auto">
      {name}
    </a>
  );
}

/** Values before and after. A creation has no before, a deletion no after. */
export function BeforeAfter({ change }: { change: Change }) {
  const sides = [
    { title: "Before", values: change.before },
    { title: "After", values: change.after },
  ].filter(({ values }) => values !== null);
  const members = [...new Set(sides.flatMap(({ values }) => Object.keys(valuesOf(values))))];
  return (
    <table class="before-after" aria-label={`${changeTitle(change)}: before and after`}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {sides.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member}>
            <th scope="row">{memberTitle(member)}</th>
            {sides.map(({ title, values }) => (
              <td key={title} dir="auto">
                {showValue(member, valuesOf(values)[member])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
