// The charges of an entry. Offences of the penal code can be picked; they fill in charges and penalty, and what was filled
// in can be changed like anything that was typed.
import { useEffect, useId, useState } from "preact/hooks";
import type { PenalCodeEntry } from "../api/types";
import { useKey } from "../app/key";
import { useQuery } from "../app/query";
import { Combobox } from "../parts/Combobox";
import { durationText, parseDuration } from "../parts/duration";
import { Field } from "../parts/Field";
import type { FieldProps } from "../parts/Field";
import { Icon } from "../parts/Icon";
import { matchingOffences, OffencePenalty, totalOf } from "../parts/penalCode";

const offered = 30;
const lineOf = ({ code, title }: PenalCodeEntry) => `${code} ${title}`;

/** Adds to the typed penalty; a text that is no number stays as it is. */
function addPenalty(typed: string, more: number, total: "time" | "amount"): string {
  const now = typed.trim() === "" ? 0 : total === "time" ? parseDuration(typed) : Number(typed);
  if (more === 0 || now === null || Number.isNaN(now)) return typed;
  const sum = Math.max(0, Math.round((now + more) * 100) / 100);
  if (sum === 0) return "";
  return total === "time" ? durationText(sum) : String(sum);
}

function withoutLine(charges: string, line: string): string {
  const lines = charges.split("\n");
  const index = lines.indexOf(line);
  return lines.filter((_, each) => each !== index).join("\n");
}

interface PickerProps {
  readonly entries: readonly PenalCodeEntry[];
  readonly picked: readonly PenalCodeEntry[];
  readonly onPick: (entry: PenalCodeEntry) => void;
  readonly onRemove: (index: number) => void;
}

function Picker({ entries, picked, onPick, onRemove }: PickerProps) {
  const [text, setText] = useState("");
  const id = useId();
  const found = matchingOffences(entries, text).slice(0, offered);
  return (
    <div class="field whole">
      <label for={id}>
        Penal code <span class="optional">(optional)</span>
      </label>
      <Combobox
        id={id}
        value={text}
        onValue={setText}
        options={found}
        keyOf={({ code }) => code}
        render={(entry) => (
          <>
            <span class="code">{entry.code}</span>
            <span class="found">
              <span dir="auto">{entry.title}</span>
              <OffencePenalty {...entry} />
            </span>
          </>
        )}
        onPick={(entry) => {
          setText("");
          onPick(entry);
        }}
        nothing={text.trim() ? `No offence matches “${text.trim()}”` : null}
        eager
        attributes={{ placeholder: "Code or title of an offence" }}
      />
      {picked.length > 0 && (
        <>
          <ul class="picked" aria-label="Picked offences">
            {picked.map((entry, index) => (
              <li key={`${entry.code} ${index}`}>
                <button
                  type="button"
                  class="chip"
                  aria-label={`Remove ${lineOf(entry)}`}
                  title={entry.title}
                  onClick={() => onRemove(index)}
                >
                  {entry.code} <Icon name="close" />
                </button>
              </li>
            ))}
          </ul>
          <p class="about" aria-live="polite">
            Usual penalty: <OffencePenalty fine={totalOf(picked, "fine")} time={totalOf(picked, "time")} />
          </p>
        </>
      )}
    </div>
  );
}

export function ChargesField(props: FieldProps) {
  const { typed, onTyped, value } = props;
  const total = props.spec.total ?? "amount";
  const cost = total === "time" ? "time" : "fine";
  const { can } = useKey();
  const { data } = useQuery("/api/penal-code", can("read") ? {} : null);
  const [picked, setPicked] = useState<readonly PenalCodeEntry[]>([]);
  const penalty = typed[total] ?? "";

  // The kind of the entry has changed: another field gets the sum.
  useEffect(() => {
    const sum = totalOf(picked, cost);
    if (penalty === "" && sum > 0) onTyped({ [total]: addPenalty("", sum, total) });
    // Only then, because an empty field may be what the user wants.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [total]);

  const pick = (entry: PenalCodeEntry) => {
    setPicked([...picked, entry]);
    const charges = [value.trimEnd(), lineOf(entry)].filter(Boolean).join("\n");
    onTyped({ charges, [total]: addPenalty(penalty, entry[cost], total) });
  };
  const drop = (index: number) => {
    const entry = picked[index];
    if (!entry) return;
    setPicked(picked.filter((_, each) => each !== index));
    onTyped({
      charges: withoutLine(value, lineOf(entry)),
      [total]: addPenalty(penalty, -entry[cost], total),
    });
  };
  return (
    <>
      {data && data.entries.length > 0 && (
        <Picker entries={data.entries} picked={picked} onPick={pick} onRemove={drop} />
      )}
      <Field {...props} />
    </>
  );
}
