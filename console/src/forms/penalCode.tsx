// Forms and dialogs for the penal code. The API replaces all of it at once.
import { useState } from "preact/hooks";
import { ApiError, get, put } from "../api/client";
import type { PenalCodeEntry } from "../api/types";
import { Dialog } from "../parts/Dialog";
import { durationText } from "../parts/duration";
import { FieldProblem } from "../parts/Field";
import type { FieldProps, FieldSpec } from "../parts/Field";
import { Form } from "../parts/Form";
import { plural } from "../parts/format";
import { linesOf, parseOffences } from "../parts/penalCode";

const save = (entries: readonly PenalCodeEntry[]) => put("/api/penal-code", { entries });

/** Changes the current list, which others may have changed since it was shown. */
async function saveChanged(change: (entries: readonly PenalCodeEntry[]) => readonly PenalCodeEntry[]) {
  const { entries } = await get("/api/penal-code", {});
  try {
    return await save(change(entries));
  } catch (error) {
    // The hint names the member of the entry.
    const member = error instanceof ApiError && /in entry \d+, (\w+)/.exec(error.hint)?.[1];
    throw member ? error.about(member) : error;
  }
}

function spec(member: string, label: string, required: boolean, more: Partial<FieldSpec> = {}): FieldSpec {
  return { member, label, fact: { type: required ? "string" : "number", required, about: "" }, ...more };
}

const fields = [
  spec("code", "Code", true, { span: "third" }),
  spec("fine", "Fine", false, { span: "third" }),
  spec("time", "Time", false, { span: "third", input: "duration" }),
  spec("title", "Title", true, { span: "whole" }),
];

interface Props {
  readonly onClose: () => void;
}

interface OneProps extends Props {
  /** Without it the form adds an entry. */
  readonly entry?: PenalCodeEntry;
}

export function EditOffence({ entry, onClose }: OneProps) {
  const title = entry ? `Edit ${entry.code}` : "New offence";
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        label={title}
        fields={fields}
        initial={
          entry && {
            code: entry.code,
            title: entry.title,
            fine: entry.fine ? String(entry.fine) : "",
            time: entry.time ? durationText(entry.time) : "",
          }
        }
        submit="Save"
        send={(body) =>
          saveChanged((entries) => {
            const edited = body as unknown as PenalCodeEntry;
            const isThere = entries.some(({ code }) => code === entry?.code);
            return isThere ? entries.map((each) => (each.code === entry?.code ? edited : each)) : [...entries, edited];
          })
        }
        subject={(body) => String(body["code"])}
        onDone={onClose}
        onCancel={onClose}
        autofocus
      />
    </Dialog>
  );
}

export function RemoveOffence({ entry, onClose }: Props & { readonly entry: PenalCodeEntry }) {
  return (
    <Dialog title={`Remove ${entry.code}`} onClose={onClose}>
      <Form
        label="Remove offence"
        fields={[]}
        submit="Remove"
        tone="danger"
        send={() => saveChanged((entries) => entries.filter(({ code }) => code !== entry.code))}
        subject={entry.code}
        onDone={onClose}
        onCancel={onClose}
      >
        <p>
          <b dir="auto">{entry.title}</b> is no longer offered in forms. Entries that were made with it stay.
        </p>
      </Form>
    </Dialog>
  );
}

function LinesField({ id, spec: { label }, value, onValue, error }: FieldProps) {
  const { entries, problem } = parseOffences(value);
  const about = `${id}-about`;
  const wrong = `${id}-problem`;
  const load = async (file: File | undefined) => {
    if (file) onValue([value.trim(), await file.text()].filter(Boolean).join("\n"));
  };
  return (
    <div class="field whole">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        class="code"
        rows={14}
        spellcheck={false}
        value={value}
        aria-invalid={error !== null || problem !== null}
        aria-describedby={error ? `${wrong} ${about}` : about}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      <FieldProblem id={wrong} error={error} label={label} />
      <p class={problem ? "field-problem" : "about"} id={about} aria-live="polite">
        {problem ?? `${plural(entries.length, "offence")}. If a code occurs twice, the last line counts.`}
      </p>
      <label class="file">
        Add a CSV file
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/*"
          onChange={(event) => void load(event.currentTarget.files?.[0])}
        />
      </label>
    </div>
  );
}

const lines = [spec("entries", "One offence per line", true, { component: LinesField })];

/** The whole list as text: to import, to sort, or to change many at once. */
export function EditAsText({ entries, onClose }: Props & { readonly entries: readonly PenalCodeEntry[] }) {
  const [text, setText] = useState(() => linesOf(entries));
  const parsed = parseOffences(text);
  return (
    <Dialog title="Import or edit as text" onClose={onClose}>
      <Form
        label="Penal code as text"
        fields={lines}
        initial={{ entries: text }}
        submit="Save all"
        ready={parsed.problem === null}
        send={() => save(parsed.entries)}
        subject={() => plural(parsed.entries.length, "offence")}
        onTyped={(typed) => setText(typed["entries"] ?? "")}
        onDone={onClose}
        onCancel={onClose}
      >
        <p>
          Code, title, fine and time, with semicolons, commas or tabs between them. Lines can be pasted from a
          spreadsheet. What you save replaces the list.
        </p>
      </Form>
    </Dialog>
  );
}
