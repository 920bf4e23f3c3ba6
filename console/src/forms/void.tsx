// Marks an entry as void.
import { post } from "../api/client";
import { Dialog } from "../parts/Dialog";
import { field } from "../parts/Field";
import { Form } from "../parts/Form";
import { entryName } from "../parts/record";
import type { Entry } from "../parts/record";
import { medic, officer, remembered, remember } from "./remembered";

const reason = field("leo.void", "reason", "Reason", { input: "lines" });
const officerFields = [
  reason,
  field("leo.void", "officerName", "Officer"),
  field("leo.void", "officerID", "Officer ID"),
];
const medicFields = [
  reason,
  field("leo.void", "officerName", "Medical unit"),
  field("leo.void", "officerID", "Unit ID"),
];

interface Props {
  readonly entry: Entry;
  /** The name of the civilian. */
  readonly name: string;
  readonly onClose: () => void;
}

export function VoidEntry({ entry, name, onClose }: Props) {
  const { kind, count } = entry;
  const isAdmission = kind === "admission";
  const { unitName = "", unitID = "" } = remembered(medic);
  const initial = isAdmission ? { officerName: unitName, officerID: unitID } : remembered(officer);
  const title = entryName(entry);
  return (
    <Dialog title={`Void ${title} of ${name}`} onClose={onClose}>
      <Form
        label="Void entry"
        fields={isAdmission ? medicFields : officerFields}
        initial={initial}
        submit={`Void ${kind}`}
        tone="danger"
        send={(body) => post("/api/leo/void", { name, kind, count, ...body })}
        subject={`${title}, ${name}`}
        onDone={(_, { officerName: unit, officerID: id, ...body }) => {
          if (isAdmission) remember(medic, { unitName: unit, unitID: id });
          else remember(officer, { ...body, officerName: unit, officerID: id });
          onClose();
        }}
        onCancel={onClose}
      >
        <p class="lines-of-text" dir="auto">
          <q>{entry.text}</q>
        </p>
        <p>
          The entry no longer counts{kind === "arrest" && ", also not for custody"}. It stays on file, with your reason
          and name.
        </p>
      </Form>
    </Dialog>
  );
}
