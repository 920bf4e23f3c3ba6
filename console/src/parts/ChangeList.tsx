import { useMemo, useState } from "preact/hooks";
import type { Change } from "../api/types";
import { UndoDialog } from "../forms/undo";
import { freshClass, useFresh } from "../live/fresh";
import { changeSummary, changeIcon, ChangeSubject, changeTitle } from "./changes";
import { Icon } from "./Icon";
import { undoneBy } from "./undo";
import { UndoButton, UndoNote } from "./UndoButton";
import { Ago } from "./When";

interface Props {
  readonly changes: readonly Change[] | undefined;
  /** The URL of the changes. */
  readonly source: string | null;
  /** The number of placeholder rows while loading. */
  readonly expected: number;
  /** Whether to show the civilian's name; a profile needs none. */
  readonly namesSubject?: boolean;
  /** Whether it is the history of one record, with who made each change, and undo. */
  readonly isHistory?: boolean;
}

function Who({ actor, keyName, keyID }: Change) {
  const key = keyName || (keyID && `Key ${keyID}`);
  return <small dir="auto">{[actor, key].filter(Boolean).join(" · ")}</small>;
}

/** The latest changes, one line each. */
export function ChangeList({ changes, source, expected, namesSubject = true, isHistory = false }: Props) {
  const fresh = useFresh(changes, ({ id }) => id, source);
  const [asked, setAsked] = useState<Change | null>(null);
  const undone = useMemo(() => undoneBy(isHistory && changes ? changes : []), [changes, isHistory]);
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
    <>
      <ul class="lines">
        {changes.map((change) => (
          <li key={change.id} class={freshClass(fresh.has(change.id))}>
            <Icon name={changeIcon(change)} />
            <span class="line">
              <span>
                <b>{changeTitle(change)}</b> {namesSubject && <ChangeSubject change={change} />}
              </span>
              <small dir="auto">{changeSummary(change)}</small>
              {isHistory && <Who {...change} />}
              {isHistory && <UndoNote change={change} undoneBy={undone.get(change.seq)} />}
            </span>
            {isHistory ? (
              <span class="undo-line">
                <Ago at={change.timestamp} />
                <UndoButton change={change} undoneBy={undone.get(change.seq)} onAsk={setAsked} />
              </span>
            ) : (
              <Ago at={change.timestamp} />
            )}
          </li>
        ))}
      </ul>
      {asked && <UndoDialog change={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
