// The verdict at the top of a record, with its reasons.
import type { Verdict } from "../api/types";
import { capitalised } from "./format";
import { Icon } from "./Icon";
import { verdictIcons, verdictTitles } from "./Verdict";

export interface Judgement {
  readonly verdict: Verdict;
  /** The worst one comes first. */
  readonly reasons: readonly { readonly code: string; readonly text: string }[];
}

export function VerdictBand({ verdict, reasons }: Judgement) {
  return (
    <section class={`verdict-band ${verdict}`} aria-label="Verdict">
      <Icon name={verdictIcons[verdict]} />
      <strong>{verdictTitles[verdict]}</strong>
      {reasons.length === 0 ? (
        <p>Nothing on file speaks against it.</p>
      ) : (
        <ul>
          {reasons.map(({ code, text }) => (
            <li key={code + text} dir="auto">
              {capitalised(text)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function VerdictWaiting() {
  return (
    <div class="verdict-band waiting" aria-hidden="true">
      <span class="skeleton" />
    </div>
  );
}
