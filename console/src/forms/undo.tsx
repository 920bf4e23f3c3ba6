// The dialog that takes a change of the audit log back.
import type { Change } from "../api/types";
import { changeName, changeTitle } from "../parts/changes";
import { Dialog } from "../parts/Dialog";
import { Form } from "../parts/Form";
import { undoEvent } from "../parts/undo";
import { UndoEffect } from "../parts/UndoEffect";

interface Props {
  readonly change: Change;
  readonly onClose: () => void;
}

export function UndoDialog({ change, onClose }: Props) {
  const what = changeTitle(change);
  const name = changeName(change) || `#${change.seq}`;
  return (
    <Dialog title={`Undo #${change.seq}: ${what}`} onClose={onClose}>
      <Form
        label="Undo"
        fields={[]}
        submit="Undo"
        send={async () => ({ ...(await undoEvent(change.seq)), success: what })}
        subject={name}
        leaves="undone"
        onDone={onClose}
        onCancel={onClose}
      >
        <UndoEffect change={change} />
      </Form>
    </Dialog>
  );
}
