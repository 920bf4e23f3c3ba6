import type { Schema } from "./document";

interface Props {
  readonly schema: Schema;
  /** Swagger UI passes the parameter's name here. */
  readonly description: string;
  readonly value?: unknown;
  readonly onChange: (value: string) => void;
}

function choicesOf({ type, enum: choices }: Schema): readonly string[] | null {
  if (choices) return choices.map(String);
  return type === "boolean" ? ["true", "false"] : null;
}

/** The field of a parameter. Its name is beside it, in a table. */
export function ParameterInput({ schema, description: name, value, onChange }: Props) {
  const choices = choicesOf(schema);
  const shown = value === undefined || value === null ? "" : String(value as string | number | boolean);
  if (choices) {
    return (
      <select aria-label={name} value={shown} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">–</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  const [example] = schema.examples ?? [];
  return (
    <input
      aria-label={name}
      autocomplete="off"
      spellcheck={false}
      placeholder={example === undefined ? "" : `Example: ${String(example as string | number)}`}
      value={shown}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}
