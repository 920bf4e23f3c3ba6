// The form of a check: a plate or a name, with suggestions.
import type { RefObject } from "preact";
import { useId } from "preact/hooks";
import type { Question } from "../app/checks";
import { go } from "../app/router";
import { Combobox } from "./Combobox";
import { Icon } from "./Icon";
import { addressOf, FoundRow, titleOf, useSearch } from "./searchResults";
import type { Found } from "../api/types";

const suggestionsMax = 8;

interface Props {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly onCheck: (question: Question) => void;
  readonly input?: RefObject<HTMLInputElement>;
  readonly autofocus?: boolean;
}

/** The question that a search result answers; null for a firearm, which has no check. */
export function questionAbout(found: Found): Question | null {
  if (found.kind === "firearm") return null;
  return { text: titleOf(found), mode: found.kind === "vehicle" ? "plate" : "name" };
}

export function CheckField({ value, onValue, onCheck, input, autofocus = false }: Props) {
  const id = useId();
  const { found } = useSearch(value, suggestionsMax);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const text = value.trim();
    if (text) onCheck({ text, mode: null });
  };
  const onPick = (picked: Found) => {
    const question = questionAbout(picked);
    if (!question) return go(addressOf(picked));
    onValue(question.text);
    onCheck(question);
  };
  return (
    <form class="check-field" onSubmit={onSubmit}>
      <label for={id} class="hidden">
        Plate or name
      </label>
      <Icon name="inspect" />
      <Combobox
        id={id}
        {...(input && { input })}
        value={value}
        onValue={onValue}
        options={found}
        keyOf={({ kind, id: record }) => kind + record}
        render={(each) => <FoundRow found={each} />}
        onPick={onPick}
        nothing={null}
        attributes={{ placeholder: "Plate or name", enterkeyhint: "search", required: true, autofocus }}
      />
      <button type="submit" class="primary">
        Check
      </button>
    </form>
  );
}
