// The verdict of a check: never by color alone, always with its word and icon.
import type { ComponentChildren } from "preact";
import type { Verdict } from "../api/types";
import { checkAddress } from "../app/checks";
import type { Question } from "../app/checks";
import { Icon } from "./Icon";
import type { IconName } from "./Icon";

export const verdictTitles: Record<Verdict, string> = { clear: "Clear", caution: "Caution", stop: "Stop" };
export const verdictIcons: Record<Verdict, IconName> = { clear: "clear", caution: "alert", stop: "stop" };

export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  return (
    <span class="badge verdict-badge" data-verdict={verdict}>
      <Icon name={verdictIcons[verdict]} /> {verdictTitles[verdict]}
    </span>
  );
}

interface Props extends Question {
  readonly class?: string | undefined;
  /** Checks where the link is, instead of following it to the page. */
  readonly onCheck?: ((question: Question) => void) | undefined;
  readonly children?: ComponentChildren;
}

/** A link to the check of a plate or a name. */
export function CheckLink({ text, mode, class: extra, onCheck, children = "Check" }: Props) {
  const onClick = (event: MouseEvent) => {
    // With these keys the browser opens a new tab or window.
    if (!onCheck || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onCheck({ text, mode });
  };
  return (
    <a class={extra} href={checkAddress(text, mode)} dir="auto" onClick={onClick}>
      {children}
    </a>
  );
}
