// The latest checks of this browser, each with its verdict at that time.
import type { Question } from "../app/checks";
import { forgetChecks, useRecentChecks } from "../app/recentChecks";
import { current } from "../app/session";
import { CheckLink, VerdictBadge } from "./Verdict";
import { Ago } from "./When";

interface Props {
  readonly onCheck: (question: Question) => void;
  readonly shownMax?: number;
}

export function RecentChecks({ onCheck, shownMax }: Props) {
  const who = current();
  const checks = useRecentChecks(who);
  if (!who || checks.length === 0) return null;
  return (
    <section class="card" aria-label="Recent checks">
      <div class="card-head">
        <h2>Recent checks</h2>
        <button type="button" class="quiet" onClick={() => forgetChecks(who)}>
          Clear list
        </button>
      </div>
      <ul class="lines recent">
        {checks.slice(0, shownMax).map(({ mode, text, verdict, at }) => (
          <li key={mode + text}>
            <span class="line">
              <CheckLink text={text} mode={mode} class={mode === "plate" ? "code" : undefined} onCheck={onCheck}>
                {text}
              </CheckLink>
              <small>
                <Ago at={at} />
              </small>
            </span>
            <VerdictBadge verdict={verdict} />
          </li>
        ))}
      </ul>
    </section>
  );
}
