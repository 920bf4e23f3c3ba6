// One form for each kind of entry: arrest, citation, fine and admission.
import { post } from "../api/client";
import { sentenceOffers } from "../parts/DurationInput";
import { field } from "../parts/Field";
import type { FieldSpec } from "../parts/Field";
import { Form } from "../parts/Form";
import type { Body, Success, Typed } from "../parts/Form";
import { ChargesField } from "./charges";
import { medic, officer, remember, remembered } from "./remembered";
import type { Remembered } from "./remembered";

export const entryKinds = ["arrest", "cite", "fine", "admit"] as const;
export type EntryKind = (typeof entryKinds)[number];

interface Entry {
  readonly title: string;
  readonly fields: readonly FieldSpec[];
  readonly send: (body: Body) => Promise<Success>;
  /** Who writes the entry. */
  readonly writer: Remembered;
}

function time(operation: string): FieldSpec {
  return field(operation, "time", "Time", { input: "duration", offers: sentenceOffers, span: "whole" });
}

function amount(operation: string): FieldSpec {
  return field(operation, "amount", "Amount", { span: "third", explained: true });
}

function leoFields(operation: string, total: "time" | "amount"): FieldSpec[] {
  const span = total === "time" ? {} : ({ span: "third" } as const);
  return [
    field(operation, "name", "Civilian", { input: "civilian", span: "whole" }),
    field(operation, "charges", "Charges", { input: "lines", component: ChargesField, total }),
    total === "time" ? time(operation) : amount(operation),
    field(operation, "officerName", "Officer", span),
    field(operation, "officerID", "Officer ID", span),
  ];
}

export const entries: Readonly<Record<EntryKind, Entry>> = {
  arrest: {
    title: "Arrest",
    fields: leoFields("leo.arrest", "time"),
    send: (body) => post("/api/leo/arrest", body),
    writer: officer,
  },
  cite: {
    title: "Cite",
    fields: leoFields("leo.cite", "amount"),
    send: (body) => post("/api/leo/cite", body),
    writer: officer,
  },
  fine: {
    title: "Fine",
    fields: leoFields("leo.fine", "amount"),
    send: (body) => post("/api/leo/fine", body),
    writer: officer,
  },
  admit: {
    title: "Admit",
    fields: [
      field("medical.admit", "name", "Civilian", { input: "civilian", span: "whole" }),
      field("medical.admit", "injures", "Injuries", { input: "lines" }),
      time("medical.admit"),
      field("medical.admit", "unitName", "Medical unit"),
      field("medical.admit", "unitID", "Unit ID"),
    ],
    send: (body) => post("/api/medical/admit", body),
    writer: medic,
  },
};

const notFound = 10023;
const deceased = 20065;

interface Props {
  readonly kind: EntryKind;
  readonly name: string;
  /** Whether the form has a field for the name; a profile needs none. */
  readonly asksName?: boolean;
  readonly onDone?: (name: string) => void;
  readonly onCancel?: () => void;
  readonly onTyped?: (typed: Typed) => void;
}

export function EntryForm({ kind, name, asksName = false, onDone, onCancel, onTyped }: Props) {
  const { title, fields, send, writer } = entries[kind];
  const shown = asksName ? fields : fields.filter(({ member }) => member !== "name");
  return (
    <Form
      label={title}
      fields={shown}
      initial={{ name, ...remembered(writer) }}
      submit={title}
      send={(body) => send({ name, ...body })}
      subject={(body) => String(body["name"] ?? name)}
      onDone={(_, body) => {
        remember(writer, body);
        onDone?.(String(body["name"] ?? name));
      }}
      onCancel={onCancel}
      onTyped={onTyped}
      errorFields={{ [notFound]: "name", [deceased]: "name" }}
      autofocus
    />
  );
}
