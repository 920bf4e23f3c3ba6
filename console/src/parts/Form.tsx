// The form for all create and edit operations. The server validates; after an error the input stays as typed.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError, events } from "../api/client";
import { reloadAll } from "../app/query";
import { parseDuration } from "./duration";
import { Field } from "./Field";
import type { FieldSpec } from "./Field";
import { Problem } from "./Problem";
import { useChangeToast } from "./undo";
import type { ChangeState } from "./undo";

export type Typed = Record<string, string>;
export type Body = Record<string, string | number | undefined>;

/** Every response to a change has a message that says what happened. */
export interface Success {
  readonly success: string;
  /** The numbers of the events that it made. */
  readonly [events]?: readonly number[];
}

interface Props<A extends Success> {
  readonly label: string;
  readonly fields: readonly FieldSpec[];
  readonly initial?: Typed;
  readonly submit: string;
  readonly tone?: "danger";
  /** What the message after the change says and offers; "final": it cannot be undone. Default: "done". */
  readonly leaves?: ChangeState | "final";
  /** Whether the submit button is enabled. */
  readonly ready?: boolean;
  readonly send: (body: Body) => Promise<A>;
  /** The name of the record, shown after the success message. */
  readonly subject: string | ((body: Body) => string);
  readonly onDone?: (response: A, body: Body) => void;
  readonly onCancel?: () => void;
  readonly onTyped?: (typed: Typed) => void;
  /** Fields of errors that do not name their field, by error code. */
  readonly errorFields?: Readonly<Record<number, string>>;
  readonly autofocus?: boolean;
  /** Sets other fields after one was typed. */
  readonly derive?: (next: Typed, before: Typed) => Typed;
  readonly children?: ComponentChildren;
}

// Invalid numbers are sent as text: the server's message says what is wrong.
function bodyOf(fields: readonly FieldSpec[], typed: Typed): Body {
  return Object.fromEntries(
    fields.map(({ member, fact, input }) => {
      const text = (typed[member] ?? "").trim();
      if (text === "") return [member, undefined];
      const seconds = input === "duration" ? parseDuration(text) : null;
      if (seconds !== null) return [member, fact.type === "string" ? String(seconds) : seconds];
      const value = Number(text);
      return [member, fact.type === "number" && !Number.isNaN(value) ? value : text];
    }),
  );
}

/** Shows a field that is folded away, before it gets the focus. */
function unfold(field: HTMLElement): void {
  field.closest("details")?.setAttribute("open", "");
}

/** What will be sent for the fields that are folded away. */
function Defaults({ fields, typed }: { fields: readonly FieldSpec[]; typed: Typed }) {
  return (
    <span class="defaults">
      {fields.map(({ member, label }) => (
        <span key={member}>
          {label} <i dir="auto">{typed[member] || "–"}</i>{" "}
        </span>
      ))}
    </span>
  );
}

export function Form<A extends Success>(props: Props<A>) {
  const { label, fields, submit, tone, ready = true, errorFields = {}, leaves = "done" } = props;
  const tell = useChangeToast();
  const [typed, setTyped] = useState<Typed>(props.initial ?? {});
  const [refused, setRefused] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  const errorField = refused && (refused.member ?? errorFields[refused.code]);
  const isAtField = fields.some(({ member }) => member === errorField);
  useLayoutEffect(() => {
    const invalid = refused && form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (!invalid) return;
    unfold(invalid);
    invalid.focus();
  }, [refused]);

  const type = (changes: Typed) => {
    const changed = { ...typed, ...changes };
    const next = props.derive?.(changed, typed) ?? changed;
    setTyped(next);
    props.onTyped?.(next);
  };
  const submitTyped = async () => {
    if (busy || !ready) return;
    const body = bodyOf(fields, typed);
    setBusy(true);
    setRefused(null);
    try {
      const response = await props.send(body);
      const subject = typeof props.subject === "string" ? props.subject : props.subject(body);
      const numbers = leaves === "final" ? [] : (response[events] ?? []);
      tell(`${response.success}: ${subject}`, numbers, leaves === "final" ? "done" : leaves);
      props.onDone?.(response, body);
      reloadAll();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error);
    } finally {
      setBusy(false);
    }
  };

  const onSubmit = (event: Event) => {
    event.preventDefault();
    void submitTyped();
  };

  // The browser would give the focus to the first invalid field that does not report its mistake itself.
  const showFirst = (event: Event) => {
    const first = form.current?.querySelector<HTMLElement>(":is(input, select, textarea):invalid");
    if (first && event.target === first) unfold(first);
    else event.preventDefault();
  };

  const show = (spec: FieldSpec) => {
    const Shown = spec.component ?? Field;
    return (
      <Shown
        key={spec.member}
        id={`${id}-${spec.member}`}
        spec={spec}
        value={typed[spec.member] ?? ""}
        onValue={(value) => type({ [spec.member]: value })}
        typed={typed}
        onTyped={type}
        error={isAtField && errorField === spec.member ? refused : null}
        autofocus={props.autofocus === true && spec === fields[0]}
        remark={spec.remark?.(typed) ?? null}
      />
    );
  };
  const open = fields.filter(({ isFolded }) => !isFolded);
  const folded = fields.filter(({ isFolded }) => isFolded);

  return (
    <form ref={form} class="form" aria-label={label} onSubmit={onSubmit} onInvalidCapture={showFirst}>
      {refused && !isAtField && <Problem error={refused} />}
      {props.children}
      <div class="fields">{open.map(show)}</div>
      {folded.length > 0 && (
        <details class="more">
          <summary>
            <b>More details</b> <Defaults fields={folded} typed={typed} />
          </summary>
          <div class="fields">{folded.map(show)}</div>
        </details>
      )}
      <div class="form-foot">
        <button type="submit" class={tone ?? "primary"} disabled={!ready} aria-disabled={busy}>
          {submit}
        </button>
        {props.onCancel && (
          // Enter must not delete anything by accident.
          <button type="button" autofocus={tone === "danger"} onClick={props.onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}
