// What a list of changes shows about undo: the button, and which change undoes which.
import type { Change } from "../api/types";
import { useKey } from "../app/key";
import { href } from "../app/router";
import { changeTitle } from "./changes";
import { canUndo } from "./undo";

/** The page of the activity that begins with a change. */
function EventLink({ seq }: { seq: number }) {
  return <a href={href(["activity"], { after: String(seq + 1) })}>#{seq}</a>;
}

export function UndoNote({ change, undoneBy }: { change: Change; undoneBy: number | undefined }) {
  const { undoes } = change;
  if (undoes === undefined && undoneBy === undefined) return null;
  return (
    <small class="undo-note">
      {undoes !== undefined && (
        <>
          Undoes <EventLink seq={undoes} />
        </>
      )}
      {undoes !== undefined && undoneBy !== undefined && " · "}
      {undoneBy !== undefined && (
        <>
          Undone by <EventLink seq={undoneBy} />
        </>
      )}
    </small>
  );
}

interface Props {
  readonly change: Change;
  readonly undoneBy: number | undefined;
  readonly onAsk: (change: Change) => void;
}

/** Shown to those who may take the change back, if the server can. */
export function UndoButton({ change, undoneBy, onAsk }: Props) {
  const { can } = useKey();
  if (!can("admin") || undoneBy !== undefined || !canUndo(change)) return null;
  const label = `Undo #${change.seq}: ${changeTitle(change)}`;
  return (
    <button type="button" class="quiet undo" aria-label={label} onClick={() => onAsk(change)}>
      Undo
    </button>
  );
}
