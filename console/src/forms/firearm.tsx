// Forms and dialogs for firearms.
import { patch, post, remove } from "../api/client";
import type { Firearm } from "../api/types";
import { go, href, replace } from "../app/router";
import { DeletionNote } from "../parts/DeletionNote";
import { Dialog } from "../parts/Dialog";
import { field, folded } from "../parts/Field";
import { Form } from "../parts/Form";
import { saveFields } from "./edit";

const create = "firearm.create";
const notFound = 10023;
const ownerDeceased = 20065;

const color = field(create, "color", "Color");

export function CreateFirearm({ owner }: { owner: string }) {
  return (
    <Form
      label="New firearm"
      fields={[
        field(create, "name", "Owner", { input: "civilian", span: "whole" }),
        field(create, "model", "Model"),
        ...folded([color]),
      ]}
      initial={{ color: "Unknown", name: owner }}
      submit="Register firearm"
      send={(body) => post("/api/firearm/create", body)}
      subject={(body) => String(body["name"])}
      onDone={(response) => replace(href(["firearms", response.firearm[0]?.serialNumber ?? ""]))}
      errorFields={{ [notFound]: "name", [ownerDeceased]: "name" }}
      autofocus
    />
  );
}

interface Props {
  readonly firearm: Firearm;
  readonly onClose: () => void;
}

function edit({ civilianName, serialNumber }: Firearm, what: string, value: unknown) {
  return patch("/api/firearm/edit", { name: civilianName, serialNumber, field: what, value });
}

/** The API does not return the color of a firearm, so the field starts empty. */
export function EditFirearm({ firearm, onClose }: Props) {
  return (
    <Dialog title={`Edit ${firearm.serialNumber}`} onClose={onClose}>
      <Form
        label="Edit firearm"
        fields={[color]}
        submit="Save"
        send={(body) => saveFields([["color", "color"]], {}, body, (what, value) => edit(firearm, what, value))}
        subject={firearm.serialNumber}
        onDone={onClose}
        onCancel={onClose}
        autofocus
      />
    </Dialog>
  );
}

export function FlagFirearm({ firearm, onClose }: Props) {
  const title = firearm.stolen ? "Mark as found" : "Mark as stolen";
  return (
    <Dialog title={`${title}: ${firearm.serialNumber}`} onClose={onClose}>
      <Form
        label={title}
        fields={[]}
        submit={title}
        send={() => edit(firearm, "stole", !firearm.stolen)}
        subject={firearm.serialNumber}
        onDone={onClose}
        onCancel={onClose}
      >
        <p>
          {firearm.model}, registered to <b dir="auto">{firearm.civilianName}</b>.
        </p>
      </Form>
    </Dialog>
  );
}

export function DeleteFirearm({ firearm, onClose }: Props) {
  return (
    <Dialog title={`Delete ${firearm.serialNumber}`} onClose={onClose}>
      <Form
        label="Delete firearm"
        fields={[]}
        submit="Delete firearm"
        tone="danger"
        send={() => remove("/api/firearm/delete", { serialNumber: firearm.serialNumber })}
        subject={firearm.serialNumber}
        onDone={() => {
          onClose();
          go(href(["firearms"]));
        }}
        onCancel={onClose}
      >
        <p>
          {firearm.model}, registered to <b dir="auto">{firearm.civilianName}</b>.
        </p>
        <DeletionNote />
      </Form>
    </Dialog>
  );
}
