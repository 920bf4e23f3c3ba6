// One form for each kind of entry: arrest, citation, fine and admission.
import { post } from "../api/client";
import { field } from "../parts/Field";
import type { FieldSpec } from "../parts/Field";
import { Form } from "../parts/Form";
import type { Body, Success, Typed } from "../parts/Form";

export const entryKinds = ["arrest", "cite", "fine", "admit"] as const;
export type EntryKind = (typeof entryKinds)[number];

interface Entry {
  readonly title: string;
  readonly fields: readonly FieldSpec[];
  readonly send: (body: Body) => Promise<Success>;
  /** Who writes the entry. The browser remembers it for the next entry. */
  readonly writer: { readonly slot: string; readonly members: readonly string[] };
}

const officer = { slot: "blotter.officer", members: ["officerName", "officerID"] };
const medic = { slot: "blotter.medic", members: ["unitName", "unitID"] };

function leoFields(operation: string, last: FieldSpec): FieldSpec[] {
  return [
    field(operation, "name", "Civilian", { input: "civilian", span: "whole" }),
    field(operation, "charges", "Charges", { input: "lines" }),
    last,
    field(operation, "officerName", "Officer", { span: "third" }),
    field(operation, "officerID", "Officer ID", { span: "third" }),
  ];
}

export const entries: Readonly<Record<EntryKind, Entry>> = {
  arrest: {
    title: "Arrest",
    fields: leoFields("leo.arrest", field("leo.arrest", "time", "Time", { span: "third", explained: true })),
    send: (body) => post("/api/leo/arrest", body),
    writer: officer,
  },
  cite: {
    title: "Cite",
    fields: leoFields("leo.cite", field("leo.cite", "amount", "Amount", { span: "third", explained: true })),
    send: (body) => post("/api/leo/cite", body),
    writer: officer,
  },
  fine: {
    title: "Fine",
    fields: leoFields("leo.fine", field("leo.fine", "amount", "Amount", { span: "third", explained: true })),
    send: (body) => post("/api/leo/fine", body),
    writer: officer,
  },
  admit: {
    title: "Admit",
    fields: [
      field("medical.admit", "name", "Civilian", { input: "civilian", span: "whole" }),
      field("medical.admit", "injures", "Injuries", { input: "lines" }),
      field("medical.admit", "time", "Time", { span: "third", explained: true }),
      field("medical.admit", "unitName", "Medical unit", { span: "third" }),
      field("medical.admit", "unitID", "Unit ID", { span: "third" }),
    ],
    send: (body) => post("/api/medical/admit", body),
    writer: medic,
  },
};

function rememberedWriter({ slot, members }: Entry["writer"]): Typed {
  try {
    const kept = JSON.parse(localStorage.getItem(slot) ?? "{}") as Record<string, unknown>;
    return Object.fromEntries(members.map((member) => [member, typeof kept[member] === "string" ? kept[member] : ""]));
  } catch {
    return {};
  }
}

function rememberWriter({ slot, members }: Entry["writer"], body: Body): void {
  localStorage.setItem(slot, JSON.stringify(Object.fromEntries(members.map((member) => [member, body[member]]))));
}

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
      initial={{ name, ...rememberedWriter(writer) }}
      submit={title}
      send={(body) => send({ name, ...body })}
      subject={(body) => String(body["name"] ?? name)}
      onDone={(_, body) => {
        rememberWriter(writer, body);
        onDone?.(String(body["name"] ?? name));
      }}
      onCancel={onCancel}
      onTyped={onTyped}
      errorFields={{ [notFound]: "name", [deceased]: "name" }}
      autofocus
    />
  );
}
