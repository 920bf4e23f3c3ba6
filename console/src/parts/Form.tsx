// One form for all that can be created and changed. The server judges; what it refuses stays as it was typed.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../api/client";
import { readAgain } from "../app/query";
import { Field } from "./Field";
import type { FieldSpec } from "./Field";
import { Problem } from "./Problem";
import { say } from "./Toast";

export type Typed = Record<string, string>;
export type Body = Record<string, string | number | undefined>;

/** An operation's answer says in a sentence what happened. */
export interface Told {
  readonly success: string;
}

interface Props<A extends Told> {
  readonly label: string;
  readonly fields: readonly FieldSpec[];
  readonly initial?: Typed;
  readonly submit: string;
  readonly tone?: "danger";
  /** Whether it may be sent at all. */
  readonly ready?: boolean;
  readonly send: (body: Body) => Promise<A>;
  /** Whom or what it was about, to be told with what happened. */
  readonly subject: string | ((body: Body) => string);
  readonly onDone?: (answer: A, body: Body) => void;
  readonly onCancel?: () => void;
  readonly onTyped?: (typed: Typed) => void;
  /** Refusals by their code that are about a field although they do not name it. */
  readonly blame?: Readonly<Record<number, string>>;
  readonly autofocus?: boolean;
  readonly children?: ComponentChildren;
}

// A number that is none goes as text: the server says what is wrong with it.
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

export function Form<A extends Told>(props: Props<A>) {
  const { label, fields, submit, tone, ready = true, blame = {} } = props;
  const [typed, setTyped] = useState<Typed>(props.initial ?? {});
  const [refused, setRefused] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  const blamed = refused && (refused.member ?? blame[refused.code]);
  const isAtField = fields.some(({ member }) => member === blamed);
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
      const answer = await props.send(body);
      const subject = typeof props.subject === "string" ? props.subject : props.subject(body);
      say(`${answer.success}: ${subject}`);
      props.onDone?.(answer, body);
      readAgain();
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
        {fields.map((spec, index) => (
          <Field
            key={spec.member}
            id={`${id}-${spec.member}`}
            spec={spec}
            value={typed[spec.member] ?? ""}
            onValue={(value) => type(spec.member, value)}
            error={isAtField && blamed === spec.member ? refused : null}
            autofocus={props.autofocus === true && index === 0}
          />
        ))}
      </div>
      <div class="form-foot">
        <button type="submit" class={tone ?? "primary"} disabled={!ready} aria-disabled={busy}>
          {submit}
        </button>
        {props.onCancel && (
          <button type="button" onClick={props.onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}
