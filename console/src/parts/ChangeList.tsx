import type { Change } from "../api/types";
import { changeGist, changeIcon, ChangeSubject, changeTitle } from "./changes";
import { Icon } from "./Icon";
import { Ago } from "./When";

interface Props {
  readonly changes: readonly Change[] | undefined;
  /** Room is kept for so many until they are there. */
  readonly expected: number;
  /** At a profile it is clear who they are about. */
  readonly namesSubject?: boolean;
}

/** The latest changes, one line each. */
export function ChangeList({ changes, expected, namesSubject = true }: Props) {
  if (!changes) {
    return (
      <ul class="lines" aria-hidden="true">
        {Array.from({ length: expected }, (_, index) => (
          <li key={index} class="waiting">
            <span class="bone" />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul class="lines">
      {changes.map((change) => (
        <li key={change.id}>
          <Icon name={changeIcon(change)} />
          <span class="line">
            <span>
              <b>{changeTitle(change)}</b> {namesSubject && <ChangeSubject change={change} />}
            </span>
            <small dir="auto">{changeGist(change)}</small>
          </span>
          <Ago at={change.timestamp} />
        </li>
      ))}
    </ul>
  );
}
