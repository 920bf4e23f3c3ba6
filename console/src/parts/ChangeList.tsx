import type { Change } from "../api/types";
import { freshClass, useFresh } from "../live/fresh";
import { changeSummary, changeIcon, ChangeSubject, changeTitle } from "./changes";
import { Icon } from "./Icon";
import { Ago } from "./When";

interface Props {
  readonly changes: readonly Change[] | undefined;
  /** The URL of the changes. */
  readonly source: string | null;
  /** The number of placeholder rows while loading. */
  readonly expected: number;
  /** Whether to show the civilian's name; a profile needs none. */
  readonly namesSubject?: boolean;
}

/** The latest changes, one line each. */
export function ChangeList({ changes, source, expected, namesSubject = true }: Props) {
  const fresh = useFresh(changes, ({ id }) => id, source);
  if (!changes) {
    return (
      <ul class="lines" aria-hidden="true">
        {Array.from({ length: expected }, (_, index) => (
          <li key={index} class="waiting">
            <span class="skeleton" />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul class="lines">
      {changes.map((change) => (
        <li key={change.id} class={freshClass(fresh.has(change.id))}>
          <Icon name={changeIcon(change)} />
          <span class="line">
            <span>
              <b>{changeTitle(change)}</b> {namesSubject && <ChangeSubject change={change} />}
            </span>
            <small dir="auto">{changeSummary(change)}</small>
          </span>
          <Ago at={change.timestamp} />
        </li>
      ))}
    </ul>
  );
}
