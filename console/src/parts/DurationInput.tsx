// A field for a duration: what was typed is repeated in words, with the time at which it ends.
import type { JSX } from "preact";
import { durationText, formatDuration, parseDuration } from "./duration";
import { formatUntil } from "./format";

/** A duration to choose instead of typing one; the first word is what the button shows. */
export type Offer = readonly [title: string, text: string];

/** The latest time that the browser can show. */
const timeMax = 8.64e15;

interface Props {
  readonly id: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly offers: readonly Offer[];
  /** When the duration begins; now if missing. */
  readonly since?: string;
  readonly attributes: JSX.IntrinsicElements["input"];
}

function explain(text: string, since: string | undefined): { readonly says: string; readonly isWrong: boolean } {
  if (text.trim() === "") return { says: "For example 10m, 1h 30m or 2d", isWrong: false };
  const seconds = parseDuration(text);
  if (seconds === null) return { says: "Not a time. Write it like 10m, 1h 30m, 2d or 90s.", isWrong: true };
  const begin = since === undefined ? Date.now() : Date.parse(since);
  const end = begin + seconds * 1000;
  const until = end < timeMax ? `, until ${formatUntil(end)}` : "";
  return { says: formatDuration(seconds) + until, isWrong: false };
}

export function DurationInput({ id, value, onValue, offers, since, attributes }: Props) {
  const { says, isWrong } = explain(value, since);
  const echo = `${id}-echo`;
  const described = attributes["aria-describedby"];
  return (
    <>
      <input
        {...attributes}
        id={id}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellcheck={false}
        value={value}
        aria-describedby={typeof described === "string" ? `${described} ${echo}` : echo}
        aria-invalid={isWrong || attributes["aria-invalid"]}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      {offers.length > 0 && (
        <span class="offers" role="group" aria-label="Suggestions">
          {offers.map(([title, text]) => (
            <button
              key={title}
              type="button"
              aria-pressed={parseDuration(value) === parseDuration(text) && (value === "") === (text === "")}
              onClick={() => onValue(text)}
            >
              {title}
            </button>
          ))}
        </span>
      )}
      <p id={echo} class={isWrong ? "field-problem" : "about"} aria-live="polite">
        {says}
      </p>
    </>
  );
}

/** Typical lengths, and nothing for a state that somebody must end. */
export const termOffers: readonly Offer[] = [
  ["1 h", "1h"],
  ["8 h", "8h"],
  ["1 day", "1d"],
  ["7 days", "7d"],
  ["Never", ""],
];

export const sentenceOffers: readonly Offer[] = [300, 600, 1800, 3600].map((seconds) => [
  durationText(seconds),
  durationText(seconds),
]);
