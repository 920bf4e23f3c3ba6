// Durations as people type them: 10m, 1h 30m, 2d, 90s, or plain seconds.
import { formatNumber, plural } from "./format";

const units = [
  ["day", "d", 86_400],
  ["hour", "h", 3_600],
  ["minute", "m", 60],
  ["second", "s", 1],
] as const;

const part = /(\d+(?:[.,]\d+)?)\s*(days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)(?![a-z])[\s,]*/gi;

// A last number without a unit has the next smaller one.
const withoutUnit = /(hours?|hrs?|h|minutes?|mins?|m)\s*(\d+)$/i;

/** The seconds that a text means, or null if it is no duration. "1h30" is an hour and thirty minutes. */
export function parseDuration(text: string): number | null {
  const typed = text
    .trim()
    .replace(withoutUnit, (_, unit: string, amount: string) => unit + amount + (/^h/i.test(unit) ? "m" : "s"));
  if (/^\d+(\.\d+)?$/.test(typed)) return Number(typed);
  if (typed === "" || typed.replace(part, "") !== "") return null;
  const amounts = [...typed.matchAll(part)].map(([, amount = "", unit = ""]) => {
    const seconds = units.find(([, letter]) => unit.toLowerCase().startsWith(letter))?.[2] ?? 1;
    return Number(amount.replace(",", ".")) * seconds;
  });
  return Math.round(amounts.reduce((sum, each) => sum + each, 0));
}

/** The parts of a duration that are not zero, the largest unit first. */
function partsOf(seconds: number): (readonly [amount: number, name: string, letter: string])[] {
  let rest = Math.round(seconds);
  const parts = units.map(([name, letter, length]) => {
    const amount = Math.floor(rest / length);
    rest -= amount * length;
    return [amount, name, letter] as const;
  });
  return parts.filter(([amount]) => amount > 0);
}

/** As it can be typed: 5400 becomes "1h 30m". */
export function durationText(seconds: number): string {
  return (
    partsOf(seconds)
      .map(([amount, , letter]) => `${amount}${letter}`)
      .join(" ") || "0s"
  );
}

/** As it is read: 5400 becomes "1 hour 30 minutes". */
export function formatDuration(seconds: number): string {
  return (
    partsOf(seconds)
      .map(([amount, name]) => plural(amount, name))
      .join(" ") || plural(0, "second")
  );
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** As a clock shows it: 5400 becomes "1:30:00". */
export function formatCountdown(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const clock = `${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
  if (days > 0) return `${formatNumber(days)} d ${hours}:${clock}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
}
