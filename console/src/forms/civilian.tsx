// Forms and dialogs for civilians.
import { useRef, useState } from "preact/hooks";
import { patch, post, remove } from "../api/client";
import type { Civilian } from "../api/types";
import { go, href, replace } from "../app/router";
import { Dialog } from "../parts/Dialog";
import { field } from "../parts/Field";
import { Form } from "../parts/Form";
import type { Typed } from "../parts/Form";
import { saveFields } from "./edit";
import type { EditField } from "./edit";

const create = "civilian.create";
const nameTaken = 20061;

const third = { span: "third" } as const;

const name = field(create, "name", "Name", { span: "whole" });
const body = [
  field(create, "age", "Age", { ...third, explained: true }),
  field(create, "dob", "Date of birth", third),
  field(create, "gender", "Gender", third),
  field(create, "hair", "Hair", third),
  field(create, "height", "Height", { ...third, explained: true }),
  field(create, "weight", "Weight", { ...third, explained: true }),
  field(create, "occupation", "Occupation", { span: "whole" }),
  field(create, "address", "Address", { input: "lines" }),
];
const player = [field(create, "userName", "Player"), field(create, "userID", "Player ID", { explained: true })];

export function CreateCivilian() {
  return (
    <Form
      label="New civilian"
      fields={[name, ...body, ...player]}
      submit="Create civilian"
      send={(values) => post("/api/civilian/create", values)}
      subject={(values) => String(values["name"])}
      onDone={(response) => replace(href(["civilians", response.civilianName]))}
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
const edited = [name, ...body].filter(({ member }) => edits.some(([, each]) => each === member));

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

export function RaiseBolo({ civilian, onClose }: Props) {
  const known = civilian.civilianName;
  return (
    <Dialog title={`BOLO for ${known}`} onClose={onClose}>
      <Form
        label="Raise a BOLO"
        fields={[{ ...field("civilian.bolo", "reason", "Reason", { input: "lines" }), ...required("reason") }]}
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

// The OpenAPI document says optional, because ending a BOLO needs no reason.
function required(member: string) {
  return { fact: { ...field("civilian.bolo", member, "").fact, required: true } };
}

export function EndBolo({ civilian, onClose }: Props) {
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

/** This cannot be undone, so there are two steps, and the second one needs the typed name. */
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
          <p>This cannot be undone. A deceased civilian can be viewed and deleted, but no longer edited.</p>
          <div class="form-foot">
            <button type="button" class="danger" onClick={() => setSure(true)}>
              Continue
            </button>
            <button type="button" onClick={onClose}>
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
        <p>This also deletes all vehicles, firearms and entries of the civilian. This cannot be undone.</p>
      </Form>
    </Dialog>
  );
}
