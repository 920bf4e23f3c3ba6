// The check from everywhere: Ctrl K, or the button in the header.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Question } from "../app/checks";
import { Observable, useObservable } from "../app/observable";
import { commandTitle, onCommand } from "../app/shortcut";
import { CheckCard } from "./CheckCard";
import { CheckField } from "./CheckField";
import { Icon } from "./Icon";
import { RecentChecks } from "./RecentChecks";

const recentShown = 5;
const isOpen = new Observable(false);
const open = () => {
  isOpen.value = true;
};
const close = () => {
  isOpen.value = false;
};

function CheckDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState<{ question: Question; round: number } | null>(null);

  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Closing restores the focus.
    return () => shown?.close();
  }, []);
  useLayoutEffect(() => onCommand("k", () => input.current?.select()), []);
  useEffect(() => {
    addEventListener("hashchange", close);
    return () => removeEventListener("hashchange", close);
  }, []);

  const check = (question: Question) => {
    setTyped(question.text);
    setAsked({ question, round: (asked?.round ?? 0) + 1 });
    // The next one is typed over it.
    requestAnimationFrame(() => input.current?.select());
  };
  const onRename = (name: string) => {
    setAsked({ question: { text: name, mode: "name" }, round: (asked?.round ?? 0) + 1 });
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    // The dialog itself is only visible as its backdrop. A link may lead to the page that is open already.
    if (target === dialog.current || (target.closest("a") && !event.defaultPrevented)) close();
  };
  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label="Check a plate or a name"
      data-live
      onClick={onClick}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      // Before the suggestions, which would only close themselves.
      onKeyDownCapture={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <div class="palette-body">
        <CheckField input={input} value={typed} onValue={setTyped} onCheck={check} autofocus />
        {asked ? (
          <CheckCard key={asked.round} question={asked.question} onCheck={check} onRename={onRename} />
        ) : (
          !typed && <RecentChecks onCheck={check} shownMax={recentShown} />
        )}
      </div>
    </dialog>
  );
}

/** Opens the dialog with Ctrl K, or ⌘K on a Mac. */
export function CheckShortcut() {
  const isShown = useObservable(isOpen);
  useLayoutEffect(() => onCommand("k", open), []);
  useEffect(() => close, []);
  return isShown ? <CheckDialog /> : null;
}

export function CheckButton() {
  return (
    <button type="button" class="check-open" aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" onClick={open}>
      <Icon name="inspect" /> Check <kbd aria-hidden="true">{commandTitle("K")}</kbd>
    </button>
  );
}
