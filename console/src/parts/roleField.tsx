// Fields of the forms for keys: what a key may do, and until when.
import { useState } from "preact/hooks";
import { roleNames, roles, scopeAbout, scopeNames } from "../api/roles";
import { FieldProblem } from "./Field";
import type { FieldProps } from "./Field";

/** The scopes in the value of a `RoleField`: "=read,leo". Without "=" it is the name of a role. */
export function scopesOf(value: string): string[] | null {
  return value.startsWith("=") ? value.slice(1).split(",").filter(Boolean) : null;
}

interface ScopesProps {
  readonly scopes: readonly string[];
  readonly onScopes: (scopes: readonly string[]) => void;
}

function Scopes({ scopes, onScopes }: ScopesProps) {
  return (
    <div class="scopes" role="group" aria-label="Scopes">
      {scopeNames.map((scope) => (
        <label key={scope} class="check">
          <input
            type="checkbox"
            checked={scopes.includes(scope)}
            onChange={({ currentTarget }) =>
              onScopes(scopeNames.filter((each) => (each === scope ? currentTarget.checked : scopes.includes(each))))
            }
          />
          <span>
            <code class="code">{scope}</code>
            <small>{scopeAbout[scope]}</small>
          </span>
        </label>
      ))}
    </div>
  );
}

/** The roles with a sentence each, and scopes one by one. */
export function RoleField({ id, spec, value, onValue, error }: FieldProps) {
  const scopes = scopesOf(value);
  // Opening "Custom" begins with what was chosen before.
  const [custom, setCustom] = useState<readonly string[]>(["read"]);
  const chooseScopes = (next: readonly string[]) => {
    setCustom(next);
    onValue(`=${next.join(",")}`);
  };
  const choice = (name: string, title: string, about: string, isChosen: boolean, choose: () => void) => (
    <label key={name} class="role">
      <input
        type="radio"
        name={`${id}-role`}
        value={name}
        checked={isChosen}
        aria-invalid={isChosen && error !== null}
        aria-describedby={error ? `${id}-problem` : undefined}
        onChange={choose}
      />
      <span>
        <strong>{title}</strong> <small>{about}</small>
      </span>
    </label>
  );
  return (
    <fieldset class="field whole roles">
      <legend>{spec.label}</legend>
      {roleNames.map((name) =>
        choice(name, roles[name].title, roles[name].about, value === name, () => {
          setCustom(roles[name].scopes);
          onValue(name);
        }),
      )}
      {choice("custom", "Custom", "Choose the scopes yourself.", scopes !== null, () => chooseScopes(custom))}
      {scopes && <Scopes scopes={scopes} onScopes={chooseScopes} />}
      <FieldProblem id={`${id}-problem`} error={error} label={spec.label} />
    </fieldset>
  );
}

const day = 86_400;
const lifetimes: readonly (readonly [seconds: string, title: string])[] = [
  ["", "Never"],
  [String(day), "After 1 day"],
  [String(7 * day), "After 7 days"],
  [String(30 * day), "After 30 days"],
  [String(90 * day), "After 90 days"],
  [String(365 * day), "After a year"],
];

/** How long a key is valid: "2592000" becomes "30 days". */
export function formatLifetime(seconds: number): string {
  const days = Math.round(seconds / day);
  return days === 1 ? "1 day" : `${days} days`;
}

export function LifetimeField({ id, spec, value, onValue, error }: FieldProps) {
  const problem = `${id}-problem`;
  return (
    <div class="field">
      <label for={id}>{spec.label}</label>
      <select
        id={id}
        value={value}
        aria-invalid={error !== null}
        aria-describedby={error ? problem : undefined}
        onChange={(event) => onValue(event.currentTarget.value)}
      >
        {lifetimes.map(([seconds, title]) => (
          <option key={seconds} value={seconds}>
            {title}
          </option>
        ))}
      </select>
      <FieldProblem id={problem} error={error} label={spec.label} />
    </div>
  );
}
