import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./Icon";

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog, open while it is rendered. The browser keeps the focus inside. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Closing restores the focus.
    return () => shown?.close();
  }, []);
  const cancel = (event: Event) => {
    event.preventDefault();
    onClose();
  };
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={heading} onCancel={cancel}>
      <h2 id={heading}>{title}</h2>
      {children}
      <button type="button" class="quiet square dialog-close" aria-label="Close" onClick={onClose}>
        <Icon name="close" />
      </button>
    </dialog>
  );
}
