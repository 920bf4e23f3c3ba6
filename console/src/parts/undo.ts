// Taking changes back. It is offered in the message after a change, and can be taken back itself.
import { useContext } from "preact/hooks";
import { ApiError, events, post } from "../api/client";
import type { Change } from "../api/types";
import { KeyContext } from "../app/key";
import { reloadAll } from "../app/query";
import { kindTitle } from "./changes";
import { showToast } from "./Toast";

export type ChangeState = "done" | "undone" | "redone";

const beginnings: Readonly<Record<ChangeState, string>> = { done: "", undone: "Undone: ", redone: "Redone: " };

const changedSince = 20073;
const notRestorable = 20074;

const restoring: readonly (readonly [hint: RegExp, text: string])[] = [
  [/taken again/, "Its name, plate or serial number is in use again."],
  [/owner was deleted/, "Its owner was deleted. Bring the owner back first."],
  [/arrests is over/, "The time of the arrests is over."],
  [/no longer kept/, "The server no longer keeps what was deleted."],
];

/** Why a change cannot be taken back. */
function reasonOf({ code, hint, details }: ApiError): string {
  if (code === changedSince) {
    const [, number, kind] = /^event (\d+) \(([\w.]+)\)/.exec(hint) ?? [];
    const first = number && kind ? `Undo the later change first: ${kindTitle(kind)}, #${number}.` : "";
    return `It was changed again since. ${first}`.trim();
  }
  const known = code === notRestorable && restoring.find(([pattern]) => pattern.test(hint));
  if (known) return known[1];
  return [details.replace(/ \(\d+\)$/, ""), hint].filter(Boolean).join(": ") + ".";
}

/** Takes one event back. The error says why not in words for people. */
export async function undoEvent(seq: number) {
  try {
    return await post("/api/audit/undo", { seq: String(seq) });
  } catch (error) {
    if (!(error instanceof ApiError) || !error.isAboutData) throw error;
    throw new ApiError(error.status, error.details, reasonOf(error));
  }
}

/** Takes several events back, the last one first. */
async function takeBack(what: string, numbers: readonly number[], state: ChangeState): Promise<void> {
  const made: number[] = [];
  let refused: ApiError | null = null;
  for (const seq of [...numbers].reverse()) {
    try {
      made.push(...(await undoEvent(seq))[events]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused = error;
      break;
    }
  }
  reloadAll();
  if (!refused) return showChange(what, made, state === "undone" ? "redone" : "undone");
  const beginning = made.length > 0 ? "Only a part was undone" : "Not undone";
  showToast(`${beginning}: ${what}. ${refused.hint || refused.details}`, { isRefusal: true });
}

function showChange(what: string, numbers: readonly number[], state: ChangeState): void {
  const title = state === "undone" ? "Redo" : "Undo";
  const run = () => void takeBack(what, numbers, state);
  showToast(beginnings[state] + what, numbers.length > 0 ? { action: { title, run } } : {});
}

/** Says that something was changed. Users who may do so can take it back from there. */
export function useChangeToast(): typeof showChange {
  const rights = useContext(KeyContext);
  return (what, numbers, state) => showChange(what, rights?.can("admin") ? numbers : [], state);
}

/** Whether the server can take a change of this kind back. */
export function canUndo({ kind, actor }: Change): boolean {
  const isOver = kind === "leo.released" && actor === "clock";
  return kind !== "webhook.redelivered" && !isOver;
}

/** Which of these changes have been taken back, and by which. The latest change comes first. */
export function undoneBy(changes: readonly Change[]): ReadonlyMap<number, number> {
  const by = new Map<number, number>();
  for (const { seq, undoes } of changes) {
    // An undo that was taken back itself has no effect.
    if (undoes !== undefined && !by.has(seq) && !by.has(undoes)) by.set(undoes, seq);
  }
  return by;
}
