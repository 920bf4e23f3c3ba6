// Dialogs for people in custody.
import { patch, post } from "../api/client";
import type { Custody } from "../api/types";
import { Dialog } from "../parts/Dialog";
import { durationText } from "../parts/duration";
import { sentenceOffers } from "../parts/DurationInput";
import { field } from "../parts/Field";
import { Form } from "../parts/Form";
import { officer, remember, remembered } from "./remembered";

export type RunningArrest = Custody["arrests"][number];

interface Props {
  readonly name: string;
  readonly onClose: () => void;
}

const releaseFields = [
  field("leo.release", "officerName", "Officer"),
  field("leo.release", "officerID", "Officer ID"),
  field("leo.release", "reason", "Reason", { input: "lines" }),
];

export function ReleaseCivilian({ name, onClose }: Props) {
  return (
    <Dialog title={`Release ${name}`} onClose={onClose}>
      <Form
        label="Release"
        fields={releaseFields}
        initial={remembered(officer)}
        submit="Release"
        send={(body) => post("/api/leo/release", { name, ...body })}
        subject={name}
        onDone={(_, body) => {
          remember(officer, body);
          onClose();
        }}
        onCancel={onClose}
        autofocus
      >
        <p>This ends all arrests that run. They stay on file.</p>
      </Form>
    </Dialog>
  );
}

export function sendSentence(name: string, { count }: RunningArrest, time: number) {
  return patch("/api/leo/sentence", { name, count, time });
}

export function ChangeSentence({ name, arrest, onClose }: Props & { readonly arrest: RunningArrest }) {
  const time = field("leo.sentence", "time", "Time from the arrest on", {
    input: "duration",
    offers: sentenceOffers,
    since: arrest.timestamp,
    span: "whole",
  });
  return (
    <Dialog title={`Sentence of ${name}: arrest ${arrest.count}`} onClose={onClose}>
      <Form
        label="Change sentence"
        fields={[time]}
        initial={{ time: durationText(arrest.time) }}
        submit="Change sentence"
        send={(body) => patch("/api/leo/sentence", { name, count: arrest.count, ...body })}
        subject={name}
        onDone={onClose}
        onCancel={onClose}
        autofocus
      >
        <p dir="auto">{arrest.charges}</p>
      </Form>
    </Dialog>
  );
}
