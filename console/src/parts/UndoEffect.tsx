// What taking a change back does, in words.
import type { ComponentChildren } from "preact";
import type { Change, ChangeKind } from "../api/types";
import { changeName, memberTitle, showValue } from "./changes";
import { entryTitle, valuesOf } from "./changeTexts";
import { formatNumber, formatSeconds } from "./format";

type Values = ReturnType<typeof valuesOf>;

interface Undone {
  /** The civilian, or the webhook or key. */
  readonly name: string;
  /** The plate or serial number. */
  readonly thing: string;
  readonly before: Values;
  readonly after: Values;
  readonly change: Change;
}

/** The first of these members that is a text. */
function textIn(values: Values, ...members: string[]): string {
  const found = members.map((each) => values[each]).find((each) => typeof each === "string" && each !== "");
  return typeof found === "string" ? found : "";
}

/** The values that come back, and those that they replace. */
function OldValues({ before, after }: Undone) {
  return (
    <>
      <p>These values come back:</p>
      <table class="before-after" aria-label="Values that come back">
        <thead>
          <tr>
            {["Field", "Now", "Afterwards"].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.keys(before).map((member) => (
            <tr key={member}>
              <th scope="row">{memberTitle(member)}</th>
              {[after, before].map((values, index) => (
                <td key={index} dir="auto">
                  {showValue(member, values[member])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function made(title: string) {
  return ({ change }: Undone) => {
    return `${title} ${change.subjectID} becomes void. It stays on file.${title === "Arrest" ? " It no longer counts for custody." : ""}`;
  };
}

const belongings = "vehicles, firearms and entries";

const effects: Readonly<Partial<Record<ChangeKind, (undone: Undone) => ComponentChildren>>> = {
  "civilian.created": ({ name, change }) =>
    change.undoes === undefined
      ? `${name} is deleted. This is possible only while there are no vehicles, firearms and entries.`
      : `${name} is deleted again, with all ${belongings}.`,
  "civilian.deleted": ({ name }) => `${name} comes back, with all ${belongings}.`,
  "civilian.edited": OldValues,
  "civilian.bolo": ({ name, before, after }) =>
    after["bolo"]
      ? `The BOLO for ${name} ends.`
      : `The BOLO for ${name} is active again: ${textIn(before, "boloReason")}`,
  "civilian.deceased": ({ name, after }) =>
    after["deceased"] ? `${name} is no longer deceased.` : `${name} is deceased again.`,
  "vehicle.created": ({ thing }) => `The vehicle ${thing} is deleted.`,
  "vehicle.deleted": ({ thing, name }) => `The vehicle ${thing} of ${name} comes back.`,
  "vehicle.edited": OldValues,
  "vehicle.impounded": ({ before, after }) =>
    after["impounded"]
      ? "The vehicle is released, and the fee is cleared."
      : `The vehicle is impounded again, with a fee of ${formatNumber(Number(before["impoundedFee"] ?? 0))}.`,
  "firearm.created": ({ thing }) => `The firearm ${thing} is deleted.`,
  "firearm.deleted": ({ thing, name }) => `The firearm ${thing} of ${name} comes back.`,
  "firearm.edited": OldValues,
  "leo.arrested": made("Arrest"),
  "leo.cited": made("Citation"),
  "leo.fined": made("Fine"),
  "medical.admitted": made("Admission"),
  "leo.voided": ({ after }) => `${entryTitle(after)} ${after["void"] ? "counts again." : "becomes void again."}`,
  "leo.released": ({ name, before, after }) => {
    if (before["time"] !== undefined) {
      return `The sentence is ${formatSeconds(Number(before["time"]))} again, from the time of the arrest.`;
    }
    return after["arrests"]
      ? `${name} is released from custody again.`
      : `${name} is in custody again, for what is left of the sentence.`;
  },
  "webhook.created": ({ name }) => `The webhook ${name} is deleted.`,
  "webhook.deleted": ({ name }) => `The webhook ${name} comes back.`,
  "webhook.edited": OldValues,
  "webhook.disabled": ({ name }) => `The webhook ${name} sends again.`,
  "key.created": ({ name }) => `The key ${name} no longer works.`,
  "key.invited": () => "The link of the invitation no longer works.",
  "key.revoked": ({ name }) => `The key ${name} works again.`,
  "penalcode.changed": () => "The penal code is again as it was before.",
};

export function UndoEffect({ change }: { change: Change }) {
  const before = valuesOf(change.before);
  const after = valuesOf(change.after);
  const all = { ...before, ...after };
  const undone: Undone = {
    name: changeName(change) || textIn(all, "name", "url"),
    thing: textIn(all, "plate", "serialNumber"),
    before,
    after,
    change,
  };
  const effect = effects[change.kind as ChangeKind]?.(undone) ?? "The change is taken back.";
  return (
    <div class="undo-effect" dir="auto">
      {typeof effect === "string" ? <p>{effect}</p> : effect}
    </div>
  );
}
