// Forms and dialogs for civilians.
import { useRef, useState } from "preact/hooks";
import { patch, post, remove } from "../api/client";
import type { Civilian } from "../api/types";
import { go, href, replace } from "../app/router";
import { DateField } from "../parts/DateField";
import { today, yearsBetween } from "../parts/dates";
import { DeletionNote } from "../parts/DeletionNote";
import { Dialog } from "../parts/Dialog";
import { termOffers } from "../parts/DurationInput";
import { field, folded } from "../parts/Field";
import { Form } from "../parts/Form";
import type { Typed } from "../parts/Form";
import { saveFields } from "./edit";
import type { EditField } from "./edit";
import { remember, remembered } from "./remembered";
import type { Remembered } from "./remembered";

const create = "civilian.create";
const nameTaken = 20061;

const third = { span: "third" } as const;

/** The age of somebody born on a day; the API takes ages below 100. Null if there is none. */
function ageOf(dob: string): string | null {
  const years = yearsBetween(dob, today());
  return years !== null && years >= 0 && years < 100 ? String(years) : null;
}

/** The age follows the date of birth, unless another one was typed. */
function deriveAge(next: Typed, before: Typed): Typed {
  const age = ageOf(next["dob"] ?? "");
  const isOwn = Boolean(before["age"]) && before["age"] !== ageOf(before["dob"] ?? "");
  return next["dob"] === before["dob"] || age === null || isOwn ? next : { ...next, age };
}

/** Only a remark: the stories of some communities are set in another year. */
function remarkOnAge({ dob = "", age = "" }: Typed): string | null {
  const years = yearsBetween(dob, today());
  if (years === null || years < 0 || (age !== "" && Math.floor(Number(age)) === years)) return null;
  return age === "" ? `Born ${years} years ago. Enter an age below 100.` : `By the date of birth, the age is ${years}.`;
}

const name = field(create, "name", "Name", { span: "whole" });
const birth = field(create, "dob", "Date of birth", { component: DateField });
const gender = field(create, "gender", "Gender");
const age = field(create, "age", "Age", { ...third, explained: true, remark: remarkOnAge });
const body = [
  field(create, "hair", "Hair", third),
  field(create, "height", "Height", { ...third, explained: true }),
  field(create, "weight", "Weight", { ...third, explained: true }),
  field(create, "occupation", "Occupation", { span: "whole" }),
  field(create, "address", "Address", { input: "lines" }),
];
const player = [field(create, "userName", "Player"), field(create, "userID", "Player ID", { explained: true })];

const defaults: Typed = {
  hair: "Unknown",
  height: "175",
  weight: "75",
  occupation: "Unknown",
  address: "Unknown",
  userName: "console",
  userID: "console",
};
/** Players often register several civilians one after the other. */
const lastPlayer: Remembered = { slot: "blotter.player", members: ["userName", "userID"] };

function initial(): Typed {
  const known = Object.entries(remembered(lastPlayer)).filter(([, value]) => value !== "");
  return { ...defaults, ...Object.fromEntries(known) };
}

export function CreateCivilian() {
  return (
    <Form
      label="New civilian"
      fields={[name, birth, gender, ...folded([age, ...body, ...player])]}
      initial={initial()}
      derive={deriveAge}
      submit="Create civilian"
      send={(values) => post("/api/civilian/create", values)}
      subject={(values) => String(values["name"])}
      onDone={(response, values) => {
        remember(lastPlayer, values);
        replace(href(["civilians", response.civilianName]));
      }}
      errorFields={{ [nameTaken]: "name" }}
      autofocus
    />
  );
}

// The name comes last: the other edits find the civilian by it.
const edits: readonly EditField[] = [
  ["age", "age"],
  ["dob", "dob"],
  ["hair color", "hair"],
  ["height", "height"],
  ["weight", "weight"],
  ["occupation", "occupation"],
  ["address", "address"],
  ["name", "name"],
];
const edited = [name, birth, age, ...body];

function typedOf(civilian: Civilian): Typed {
  return {
    name: civilian.civilianName,
    age: String(civilian.civilianAge),
    dob: civilian.civilianDOB,
    hair: civilian.civilianHairColor,
    height: String(civilian.civilianHeight),
    weight: String(civilian.civilianWeight),
    occupation: civilian.civilianOccupation,
    address: civilian.civilianAddress,
  };
}

interface Props {
  readonly civilian: Civilian;
  readonly onClose: () => void;
}

export function EditCivilian({ civilian, onClose }: Props) {
  const saved = useRef(typedOf(civilian));
  const known = civilian.civilianName;
  return (
    <Dialog title={`Edit ${known}`} onClose={onClose}>
      <Form
        label="Edit civilian"
        fields={edited}
        initial={saved.current}
        derive={deriveAge}
        submit="Save"
        send={(values) =>
          saveFields(edits, saved.current, values, (what, value) =>
            patch("/api/civilian/edit", { name: known, field: what, value }),
          )
        }
        subject={known}
        onDone={({ last }) => {
          onClose();
          const now = last?.civilian[0]?.civilianName ?? known;
          if (now !== known) replace(href(["civilians", now]));
        }}
        onCancel={onClose}
        errorFields={{ [nameTaken]: "name" }}
      />
    </Dialog>
  );
}

// The OpenAPI document says optional, because ending a BOLO needs no reason.
const reason = field("civilian.bolo", "reason", "Reason", { input: "lines" });
const boloFields = [
  { ...reason, fact: { ...reason.fact, required: true } },
  field("civilian.bolo", "expiresIn", "Ends after", { input: "duration", offers: termOffers, span: "whole" }),
];
const wanted = field("civilian.bolo", "name", "Civilian", { input: "civilian", span: "whole" });
const notFound = 10023;
const alreadyWanted = 20063;
const deceased = 20065;

/** A BOLO for somebody whose name is typed. */
export function NewBolo({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="New BOLO" onClose={onClose}>
      <Form
        label="Raise a BOLO"
        fields={[wanted, ...boloFields]}
        submit="Raise BOLO"
        send={(values) => patch("/api/civilian/bolo", { bolo: true, ...values })}
        subject={(values) => String(values["name"])}
        onDone={onClose}
        onCancel={onClose}
        errorFields={{ [notFound]: "name", [alreadyWanted]: "name", [deceased]: "name" }}
        autofocus
      />
    </Dialog>
  );
}

export function RaiseBolo({ civilian, onClose }: Props) {
  const known = civilian.civilianName;
  return (
    <Dialog title={`BOLO for ${known}`} onClose={onClose}>
      <Form
        label="Raise a BOLO"
        fields={boloFields}
        submit="Raise BOLO"
        send={(values) => patch("/api/civilian/bolo", { name: known, bolo: true, ...values })}
        subject={known}
        onDone={onClose}
        onCancel={onClose}
        autofocus
      />
    </Dialog>
  );
}

interface EndProps {
  readonly civilian: Pick<Civilian, "civilianName" | "boloReason">;
  readonly onClose: () => void;
}

export function EndBolo({ civilian, onClose }: EndProps) {
  const known = civilian.civilianName;
  return (
    <Dialog title={`End the BOLO for ${known}`} onClose={onClose}>
      <Form
        label="End the BOLO"
        fields={[]}
        submit="End BOLO"
        send={() => patch("/api/civilian/bolo", { name: known, bolo: false })}
        subject={known}
        onDone={onClose}
        onCancel={onClose}
      >
        <p>
          {known} is wanted for: <q dir="auto">{civilian.boloReason}</q>
        </p>
      </Form>
    </Dialog>
  );
}

/** Few can undo this, so there are two steps, and the second one needs the typed name. */
export function MarkDeceased({ civilian, onClose }: Props) {
  const [isSure, setSure] = useState(false);
  const [typed, setTyped] = useState("");
  const known = civilian.civilianName;
  const matches = typed.trim().toLowerCase() === known.toLowerCase();
  return (
    <Dialog title={`Mark ${known} as deceased`} onClose={onClose}>
      {isSure ? (
        <Form
          label="Confirm"
          fields={[]}
          submit="Mark as deceased"
          tone="danger"
          ready={matches}
          send={() => patch("/api/civilian/deceased", { name: known, deceased: true })}
          subject={known}
          onDone={onClose}
          onCancel={onClose}
        >
          <div class="field">
            <label for="deceased-name">
              Type <b dir="auto">{known}</b> to confirm
            </label>
            <input
              id="deceased-name"
              autoComplete="off"
              dir="auto"
              autofocus
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </div>
        </Form>
      ) : (
        <>
          <p>
            A deceased civilian can be viewed and deleted, but no longer edited. Only a key with the scope admin can
            undo this.
          </p>
          <div class="form-foot">
            <button type="button" class="danger" onClick={() => setSure(true)}>
              Continue
            </button>
            <button type="button" autofocus onClick={onClose}>
              Cancel
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}

export function DeleteCivilian({ civilian, onClose }: Props) {
  const known = civilian.civilianName;
  return (
    <Dialog title={`Delete ${known}`} onClose={onClose}>
      <Form
        label="Delete civilian"
        fields={[]}
        submit="Delete civilian"
        tone="danger"
        send={() => remove("/api/civilian/delete", { name: known })}
        subject={known}
        onDone={() => {
          onClose();
          go(href(["civilians"]));
        }}
        onCancel={onClose}
      >
        <p>This also deletes all vehicles, firearms and entries of the civilian.</p>
        <DeletionNote />
      </Form>
    </Dialog>
  );
}
