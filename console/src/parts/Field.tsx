import type { ComponentType, JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { ApiError } from "../api/client";
import { memberOf } from "../api/facts";
import type { Member } from "../api/facts";
import { useKey } from "../app/key";
import { Combobox } from "./Combobox";
import { DurationInput } from "./DurationInput";
import type { Offer } from "./DurationInput";
import { sentencesOf } from "./sentences";
import { FoundRow, useSearch } from "./searchResults";

/** A form field for a request member. Its limits come from the OpenAPI document. */
export interface FieldSpec {
  readonly member: string;
  readonly label: string;
  readonly fact: Member;
  /** A duration is typed as 1h 30m and sent as seconds. */
  readonly input?: "lines" | "civilian" | "time" | "duration";
  /** For a duration: lengths to choose, and when it begins, if not now. */
  readonly offers?: readonly Offer[];
  readonly since?: string;
  /** For charges: the member that the offences of the penal code add up to. */
  readonly total?: "time" | "amount";
  /** Texts for the choices of the API. */
  readonly titles?: Readonly<Record<string, string>>;
  /** For a member that is not one text. */
  readonly component?: ComponentType<FieldProps>;
  /** Width in the form; default: half. */
  readonly span?: "whole" | "third";
  /** Whether to show the description from the OpenAPI document. */
  readonly explained?: boolean;
  /** Whether it has a default that is usually right, so that it is out of the way until the user opens it. */
  readonly isFolded?: boolean;
  /** Says that the value does not fit the rest of the form, without refusing it. */
  readonly remark?: (typed: Readonly<Record<string, string>>) => string | null;
}

export function field(operation: string, member: string, label: string, more: Partial<FieldSpec> = {}): FieldSpec {
  return { member, label, fact: memberOf(operation, member), ...more };
}

/** The same fields, out of the way: they need defaults. */
export function folded(fields: readonly FieldSpec[]): FieldSpec[] {
  return fields.map((each) => ({ ...each, isFolded: true }));
}

export interface FieldProps {
  readonly id: string;
  readonly spec: FieldSpec;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error: ApiError | null;
  readonly autofocus: boolean;
  /** All fields of the form, and a function that fills some of them. */
  readonly typed: Readonly<Record<string, string>>;
  readonly onTyped: (changes: Record<string, string>) => void;
  /** What `remark` of the field says. */
  readonly remark?: string | null;
}

type Attributes = JSX.IntrinsicElements["input"] & JSX.IntrinsicElements["select"] & JSX.IntrinsicElements["textarea"];

function CivilianInput(props: { id: string; value: string; onValue: (value: string) => void; attributes: Attributes }) {
  const { can } = useKey();
  const { id, value, onValue, attributes } = props;
  const { found } = useSearch(can("read") ? value : "", 20);
  const people = useMemo(() => found.filter(({ kind }) => kind === "civilian").slice(0, 6), [found]);
  // No suggestion for a name that is already complete.
  const offered = people.length === 1 && people[0]?.civilianName === value ? [] : people;
  return (
    <Combobox
      id={id}
      value={value}
      onValue={onValue}
      options={offered}
      keyOf={(each) => each.id}
      render={(each) => <FoundRow found={each} />}
      onPick={(each) => onValue(each.civilianName)}
      nothing={null}
      attributes={attributes}
    />
  );
}

function Input({
  id,
  spec,
  value,
  onValue,
  attributes,
}: Pick<FieldProps, "id" | "spec" | "value" | "onValue"> & { attributes: Attributes }) {
  const { fact, input } = spec;
  if (input === "civilian") return <CivilianInput {...{ id, value, onValue, attributes }} />;
  if (input === "duration") {
    return <DurationInput {...{ id, value, onValue, attributes }} offers={spec.offers ?? []} since={spec.since} />;
  }
  const shared = { ...attributes, id, value };
  if (fact.choices) {
    return (
      <select {...shared} onChange={(event) => onValue(event.currentTarget.value)}>
        <option value="" disabled>
          Choose…
        </option>
        {fact.choices.map((choice) => (
          <option key={choice} value={choice}>
            {spec.titles?.[choice] ?? choice}
          </option>
        ))}
      </select>
    );
  }
  if (input === "lines") {
    return <textarea {...shared} rows={3} dir="auto" onInput={(event) => onValue(event.currentTarget.value)} />;
  }
  return (
    <input
      {...shared}
      type={input === "time" ? "datetime-local" : "text"}
      inputMode={fact.type === "number" ? "decimal" : "text"}
      autoComplete="off"
      dir="auto"
      onInput={(event) => onValue(event.currentTarget.value)}
    />
  );
}

interface FieldProblemProps {
  readonly id: string;
  readonly error: ApiError | null;
  readonly label: string;
}

/** The error that is about a field, with its code. */
export function FieldProblem({ id, error, label }: FieldProblemProps) {
  if (!error) return null;
  const { text, next } = sentencesOf(error, label);
  return (
    <p class="field-problem" id={id} role="alert">
      <strong>{text}</strong> {next}
      {error.code > 0 && (
        <small class="for-support" title={error.details}>
          {" "}
          ({error.code})
        </small>
      )}
    </p>
  );
}

export function Field(props: Omit<FieldProps, "typed" | "onTyped">) {
  const { id, spec, value, onValue, error, autofocus, remark } = props;
  const about = `${id}-about`;
  const remarked = `${id}-remark`;
  const problem = `${id}-problem`;
  const attributes: Attributes = {
    name: spec.member,
    required: spec.fact.required,
    autofocus,
    "aria-invalid": error !== null,
    "aria-describedby":
      [error && problem, remark && remarked, spec.explained && about].filter(Boolean).join(" ") || undefined,
  };
  return (
    <div class={`field ${spec.input === "lines" ? "whole" : (spec.span ?? "")}`}>
      <label for={id}>
        {spec.label}
        {!spec.fact.required && <span class="optional"> (optional)</span>}
      </label>
      <Input {...{ id, spec, value, onValue, attributes }} />
      <FieldProblem id={problem} error={error} label={spec.label} />
      {spec.remark && (
        <p class="field-remark" id={remarked} role="status">
          {remark}
        </p>
      )}
      {spec.explained && (
        <p class="about" id={about}>
          {spec.fact.about}
        </p>
      )}
    </div>
  );
}
