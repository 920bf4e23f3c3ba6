import type { ComponentType, JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { ApiError } from "../api/client";
import { memberOf } from "../api/facts";
import type { Member } from "../api/facts";
import { useKey } from "../app/key";
import { Combobox } from "./Combobox";
import { useSearch } from "./searchResults";

/** A form field for a request member. Its limits come from the OpenAPI document. */
export interface FieldSpec {
  readonly member: string;
  readonly label: string;
  readonly fact: Member;
  readonly input?: "lines" | "civilian" | "time";
  /** Texts for the choices of the API. */
  readonly titles?: Readonly<Record<string, string>>;
  /** For a member that is not one text. */
  readonly component?: ComponentType<FieldProps>;
  /** Width in the form; default: half. */
  readonly span?: "whole" | "third";
  /** Whether to show the description from the OpenAPI document. */
  readonly explained?: boolean;
}

export function field(operation: string, member: string, label: string, more: Partial<FieldSpec> = {}): FieldSpec {
  return { member, label, fact: memberOf(operation, member), ...more };
}

export interface FieldProps {
  readonly id: string;
  readonly spec: FieldSpec;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly error: ApiError | null;
  readonly autofocus: boolean;
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
      render={(each) => <span dir="auto">{each.civilianName}</span>}
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
}: Omit<FieldProps, "error" | "autofocus"> & { attributes: Attributes }) {
  const { fact, input } = spec;
  if (input === "civilian") return <CivilianInput {...{ id, value, onValue, attributes }} />;
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

/** The error that is about a field, with its hint. */
export function FieldProblem({ id, error }: { id: string; error: ApiError | null }) {
  if (!error) return null;
  return (
    <p class="field-problem" id={id} role="alert">
      <strong>{error.details}</strong> {error.hint}
    </p>
  );
}

export function Field({ id, spec, value, onValue, error, autofocus }: FieldProps) {
  const about = `${id}-about`;
  const problem = `${id}-problem`;
  const attributes: Attributes = {
    name: spec.member,
    required: spec.fact.required,
    autofocus,
    "aria-invalid": error !== null,
    "aria-describedby": [error && problem, spec.explained && about].filter(Boolean).join(" ") || undefined,
  };
  return (
    <div class={`field ${spec.input === "lines" ? "whole" : (spec.span ?? "")}`}>
      <label for={id}>
        {spec.label}
        {!spec.fact.required && <span class="optional"> (optional)</span>}
      </label>
      <Input {...{ id, spec, value, onValue, attributes }} />
      <FieldProblem id={problem} error={error} />
      {spec.explained && (
        <p class="about" id={about}>
          {spec.fact.about}
        </p>
      )}
    </div>
  );
}
