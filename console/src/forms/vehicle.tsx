// Forms and dialogs for vehicles.
import { useRef } from "preact/hooks";
import { patch, post, remove } from "../api/client";
import type { Vehicle } from "../api/types";
import { go, href, replace } from "../app/router";
import { DeletionNote } from "../parts/DeletionNote";
import { Dialog } from "../parts/Dialog";
import { termOffers } from "../parts/DurationInput";
import { field, folded } from "../parts/Field";
import { Form } from "../parts/Form";
import type { Typed } from "../parts/Form";
import { saveFields } from "./edit";
import type { EditField } from "./edit";

const create = "vehicle.create";
const notFound = 10023;
const plateTaken = 20061;
const ownerDeceased = 20065;

const color = field(create, "color", "Color");
const registration = field(create, "registration", "Registration");
const insurance = field(create, "insurance", "Insurance");
const paint = field(create, "colorType", "Paint");

const defaults: Typed = {
  color: "Unknown",
  colorType: paint.fact.choices?.[0] ?? "",
  registration: "Valid",
  insurance: "Valid",
};

export function CreateVehicle({ owner }: { owner: string }) {
  return (
    <Form
      label="New vehicle"
      fields={[
        field(create, "name", "Owner", { input: "civilian", span: "whole" }),
        field(create, "plate", "Plate"),
        field(create, "model", "Model"),
        ...folded([color, paint, registration, insurance]),
      ]}
      initial={{ ...defaults, name: owner }}
      submit="Register vehicle"
      send={(body) => post("/api/vehicle/create", body)}
      subject={(body) => String(body["plate"])}
      onDone={(response) => replace(href(["vehicles", response.plate]))}
      errorFields={{ [notFound]: "name", [ownerDeceased]: "name", [plateTaken]: "plate" }}
      autofocus
    />
  );
}

interface Props {
  readonly vehicle: Vehicle;
  readonly onClose: () => void;
}

// An edit identifies the vehicle by owner and plate.
function edit({ civilianName, plate }: Vehicle, what: string, value: unknown) {
  return patch("/api/vehicle/edit", { name: civilianName, plate, field: what, value });
}

const edits: readonly EditField[] = [
  ["color", "color"],
  ["registration", "registration"],
  ["insurance", "insurance"],
];

export function EditVehicle({ vehicle, onClose }: Props) {
  const saved = useRef<Typed>({
    color: vehicle.color,
    registration: vehicle.registration,
    insurance: vehicle.insurance,
  });
  return (
    <Dialog title={`Edit ${vehicle.plate}`} onClose={onClose}>
      <Form
        label="Edit vehicle"
        fields={[color, registration, insurance]}
        initial={saved.current}
        submit="Save"
        send={(body) => saveFields(edits, saved.current, body, (what, value) => edit(vehicle, what, value))}
        subject={vehicle.plate}
        onDone={onClose}
        onCancel={onClose}
      />
    </Dialog>
  );
}

export function FlagVehicle({ vehicle, onClose }: Props) {
  const title = vehicle.stolen ? "Mark as found" : "Mark as stolen";
  return (
    <Dialog title={`${title}: ${vehicle.plate}`} onClose={onClose}>
      <Form
        label={title}
        fields={[]}
        submit={title}
        send={() => edit(vehicle, "stole", !vehicle.stolen)}
        subject={vehicle.plate}
        onDone={onClose}
        onCancel={onClose}
      >
        <p>
          {vehicle.model}, registered to <b dir="auto">{vehicle.civilianName}</b>.
        </p>
      </Form>
    </Dialog>
  );
}

const impoundFields = [
  field("leo.impound", "fee", "Fee", { explained: true, span: "whole" }),
  field("leo.impound", "releaseIn", "Release after", { input: "duration", offers: termOffers, span: "whole" }),
];

export function ImpoundVehicle({ vehicle, onClose }: Props) {
  return (
    <Dialog title={`Impound ${vehicle.plate}`} onClose={onClose}>
      <Form
        label="Impound"
        fields={impoundFields}
        submit="Impound"
        send={(body) => patch("/api/leo/impound", { plate: vehicle.plate, impound: true, ...body })}
        subject={vehicle.plate}
        onDone={onClose}
        onCancel={onClose}
        autofocus
      />
    </Dialog>
  );
}

interface ReleaseProps {
  readonly vehicle: Pick<Vehicle, "plate">;
  readonly fee: string;
  readonly onClose: () => void;
}

export function ReleaseVehicle({ vehicle, fee, onClose }: ReleaseProps) {
  return (
    <Dialog title={`Release ${vehicle.plate}`} onClose={onClose}>
      <Form
        label="Release"
        fields={[]}
        submit="Release"
        send={() => patch("/api/leo/impound", { plate: vehicle.plate, impound: false })}
        subject={vehicle.plate}
        onDone={onClose}
        onCancel={onClose}
      >
        <p>
          The fee is <b>{fee}</b>. Releasing the vehicle clears it.
        </p>
      </Form>
    </Dialog>
  );
}

export function DeleteVehicle({ vehicle, onClose }: Props) {
  return (
    <Dialog title={`Delete ${vehicle.plate}`} onClose={onClose}>
      <Form
        label="Delete vehicle"
        fields={[]}
        submit="Delete vehicle"
        tone="danger"
        send={() => remove("/api/vehicle/delete", { vehicleID: vehicle.id })}
        subject={vehicle.plate}
        onDone={() => {
          onClose();
          go(href(["vehicles"]));
        }}
        onCancel={onClose}
      >
        <p>
          {vehicle.model}, registered to <b dir="auto">{vehicle.civilianName}</b>.
        </p>
        <DeletionNote />
      </Form>
    </Dialog>
  );
}
