// The penal code of a guild: what offences usually cost.
import type { PenalCodeEntry } from "../api/types";
import { durationText, formatDuration, parseDuration } from "./duration";
import { formatNumber } from "./format";

/** The entries that contain all words, in code or title. */
export function matchingOffences(entries: readonly PenalCodeEntry[], text: string): readonly PenalCodeEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ code, title }) => {
    const searched = `${code} ${title}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

export function totalOf(entries: readonly PenalCodeEntry[], cost: "fine" | "time"): number {
  return entries.reduce((sum, entry) => sum + entry[cost], 0);
}

export function OffencePenalty({ fine, time }: { readonly fine: number; readonly time: number }) {
  const parts = [fine > 0 && `fine ${formatNumber(fine)}`, time > 0 && formatDuration(time)].filter(Boolean);
  return <small>{parts.join(", ") || "no fine, no time"}</small>;
}

/** One entry per line, for a text field: "TR-04; Speeding; 250; 5m". */
export function linesOf(entries: readonly PenalCodeEntry[]): string {
  const cell = (text: string) => (/[;\t"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return entries
    .map(({ code, title, fine, time }) =>
      [cell(code), cell(title), String(fine), time > 0 ? durationText(time) : "0"].join("; "),
    )
    .join("\n");
}

/** The cells of a line of a spreadsheet or of a CSV file. */
function cellsOf(line: string): string[] {
  const bare = line.replace(/"(?:[^"]|"")*"/g, "");
  const separator = ["\t", ";", ","].find((each) => bare.includes(each)) ?? ";";
  const cells = [...line.matchAll(new RegExp(`\\s*("(?:[^"]|"")*"|[^${separator}]*)\\s*(${separator}|$)`, "g"))];
  // The last match is the empty one at the end, unless the line ends with a separator.
  return cells.slice(0, cells.findIndex(([, , end]) => !end) + 1).map(([, text = ""]) => {
    const isQuoted = text.startsWith('"');
    return (isQuoted ? text.slice(1, -1).replaceAll('""', '"') : text).trim();
  });
}

/** A fine as people write it: 1500, 1 500 or $1500. */
function fineOf(text: string): number {
  return Number(text.replace(/[\s$€£]/g, ""));
}

interface Parsed {
  readonly entries: readonly PenalCodeEntry[];
  /** What is wrong with the first line that is wrong. */
  readonly problem: string | null;
}

/** Reads such lines, also those of a spreadsheet. If a code occurs twice, the last line counts. */
export function parseOffences(text: string): Parsed {
  const entries = new Map<string, PenalCodeEntry>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const [code = "", title = "", fineText = "", timeText = ""] = cellsOf(line);
    const fine = fineOf(fineText);
    const time = timeText === "" ? 0 : parseDuration(timeText);
    // The titles of the columns.
    if (entries.size === 0 && Number.isNaN(fine) && time === null) continue;
    const where = `Line ${formatNumber(index + 1)}`;
    if (code === "" || title === "") return { entries: [], problem: `${where} needs a code and a title.` };
    if (Number.isNaN(fine)) return { entries: [], problem: `${where}: “${fineText}” is no amount.` };
    if (time === null)
      return { entries: [], problem: `${where}: “${timeText}” is no time. Write it like 10m or 1h 30m.` };
    entries.set(code.toLowerCase(), { code, title, fine, time });
  }
  return { entries: [...entries.values()], problem: null };
}
