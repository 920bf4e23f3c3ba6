// The form for all create and edit operations. The server validates; after an error the input stays as typed.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../api/client";
import { reloadAll } from "../app/query";
import { Field } from "./Field";
import type { FieldSpec } from "./Field";
import { Problem } from "./Problem";
import { showToast } from "./Toast";

export type Typed = Record<string, string>;
export type Body = Record<string, string | number | undefined>;

/** Every response to a change has a message that says what happened. */
export interface Success {
  readonly success: string;
}

interface Props<A extends Success> {
  readonly label: string;
  readonly fields: readonly FieldSpec[];
  readonly initial?: Typed;
  readonly submit: string;
  readonly tone?: "danger";
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
  readonly children?: ComponentChildren;
}

// Invalid numbers are sent as text: the server's message says what is wrong.
function bodyOf(fields: readonly FieldSpec[], typed: Typed): Body {
  return Object.fromEntries(
    fields.map(({ member, fact }) => {
      const text = (typed[member] ?? "").trim();
      if (text === "") return [member, undefined];
      const value = Number(text);
      return [member, fact.type === "number" && !Number.isNaN(value) ? value : text];
    }),
  );
}

export function Form<A extends Success>(props: Props<A>) {
  const { label, fields, submit, tone, ready = true, errorFields = {} } = props;
  const [typed, setTyped] = useState<Typed>(props.initial ?? {});
  const [refused, setRefused] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  const errorField = refused && (refused.member ?? errorFields[refused.code]);
  const isAtField = fields.some(({ member }) => member === errorField);
  useLayoutEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refused]);

  const type = (member: string, value: string) => {
    const next = { ...typed, [member]: value };
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
      showToast(`${response.success}: ${subject}`);
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

  return (
    <form ref={form} class="form" aria-label={label} onSubmit={onSubmit}>
      {refused && !isAtField && <Problem error={refused} />}
      {props.children}
      <div class="fields">
        {fields.map((spec, index) => {
          const Shown = spec.component ?? Field;
          return (
            <Shown
              key={spec.member}
              id={`${id}-${spec.member}`}
              spec={spec}
              value={typed[spec.member] ?? ""}
              onValue={(value) => type(spec.member, value)}
              error={isAtField && errorField === spec.member ? refused : null}
              autofocus={props.autofocus === true && index === 0}
            />
          );
        })}
      </div>
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
