// The kinds of events that a webhook sends: patterns such as "leo.*", shown as groups with a name.
import { useState } from "preact/hooks";
import { Badge } from "./Badge";
import { kindTitle } from "./changes";
import { FieldProblem } from "./Field";
import type { FieldProps } from "./Field";

const groups: readonly (readonly [pattern: string, title: string])[] = [
  ["*", "All events"],
  ["leo.*", "Law enforcement"],
  ["civilian.*", "Civilians"],
  ["vehicle.*", "Vehicles"],
  ["firearm.*", "Firearms"],
  ["medical.*", "Medical"],
  ["civilian.bolo", "BOLOs"],
  ["leo.released", "Custody"],
  ["penalcode.*", "Penal code"],
  ["key.*", "Keys"],
  ["webhook.*", "Webhooks"],
];

/** The patterns in a text, which are separated by commas or spaces. */
export function patternsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

function patternTitle(pattern: string): string {
  return groups.find(([each]) => each === pattern)?.[1] ?? kindTitle(pattern);
}

export function KindBadges({ kinds }: { kinds: readonly string[] }) {
  return (
    <span class="badges">
      {kinds.map((pattern) => (
        <Badge key={pattern} tone="plain">
          {patternTitle(pattern)}
        </Badge>
      ))}
    </span>
  );
}

/** Whether a pattern includes everything that another one does. */
function covers(pattern: string, other: string): boolean {
  return pattern.endsWith("*") && pattern !== other && other.startsWith(pattern.slice(0, -1));
}

const isGroup = (pattern: string) => groups.some(([each]) => each === pattern);

/** Checkboxes for the groups, and a field for other patterns. The value is a list with commas. */
export function KindsField({ id, spec, value, onValue, error }: FieldProps) {
  const [chosen, setChosen] = useState<readonly string[]>(() => patternsOf(value).filter(isGroup));
  const [others, setOthers] = useState(() =>
    patternsOf(value)
      .filter((pattern) => !isGroup(pattern))
      .join(", "),
  );
  const change = (nextChosen: readonly string[], nextOthers: string) => {
    setChosen(nextChosen);
    setOthers(nextOthers);
    onValue([...nextChosen, ...patternsOf(nextOthers)].join(","));
  };
  const check = (pattern: string, isChecked: boolean) => {
    const rest = chosen.filter((each) => each !== pattern && !(isChecked && covers(pattern, each)));
    change(isChecked ? [...rest, pattern] : rest, others);
  };
  const problem = `${id}-problem`;
  const about = `${id}-about`;
  return (
    <fieldset class="field whole" aria-describedby={error ? problem : undefined}>
      <legend>{spec.label}</legend>
      <div class="checks">
        {groups.map(([pattern, title]) => {
          const isCovered = chosen.some((each) => covers(each, pattern));
          return (
            <label key={pattern} class="check">
              <input
                type="checkbox"
                checked={isCovered || chosen.includes(pattern)}
                disabled={isCovered}
                onChange={(event) => check(pattern, event.currentTarget.checked)}
              />
              {title}
            </label>
          );
        })}
      </div>
      <label for={id}>
        Other kinds <span class="optional">(optional)</span>
      </label>
      <input
        id={id}
        type="text"
        class="code"
        autoComplete="off"
        autoCapitalize="none"
        spellcheck={false}
        value={others}
        aria-invalid={error !== null}
        aria-describedby={error ? `${problem} ${about}` : about}
        onInput={(event) => change(chosen, event.currentTarget.value)}
      />
      <FieldProblem id={problem} error={error} label={spec.label} />
      <p class="about" id={about}>
        Kinds or beginnings of kinds, separated by commas, such as <code>vehicle.impounded, firearm.*</code>
      </p>
    </fieldset>
  );
}
