// Short messages at the bottom of the page that disappear by themselves, some with an action.
import { useEffect, useRef, useState } from "preact/hooks";
import { useSession } from "../app/session";
import { onUndoKey } from "../app/shortcut";
import { Icon } from "./Icon";

export interface ToastAction {
  readonly title: string;
  readonly run: () => void;
}

interface More {
  readonly action?: ToastAction | undefined;
  /** Whether the message says that something was not done. */
  readonly isRefusal?: boolean;
}

interface Message extends More {
  readonly number: number;
  readonly text: string;
}

const shownFor = 8000;
/** For messages that need a decision, or that say why something was not done. */
const shownLonger = 20_000;

let messages: readonly Message[] = [];
let count = 0;
let follow: (messages: readonly Message[]) => void = () => undefined;

function setMessages(next: readonly Message[]): void {
  messages = next;
  follow(messages);
}

function dismiss(number: number): void {
  setMessages(messages.filter((each) => each.number !== number));
}

export function showToast(text: string, more: More = {}): void {
  setMessages([...messages.slice(-2), { ...more, number: ++count, text }]);
}

function runLatest(): void {
  const latest = [...messages].reverse().find(({ action }) => action);
  if (!latest) return;
  dismiss(latest.number);
  latest.action?.run();
}

interface ToastProps {
  readonly message: Message;
  readonly isPaused: boolean;
  readonly onClose: () => void;
}

function Toast({ message, isPaused, onClose }: ToastProps) {
  const { number, text, action, isRefusal } = message;
  const duration = action || isRefusal ? shownLonger : shownFor;
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismiss(number), duration);
    return () => clearTimeout(timer);
  }, [number, duration, isPaused]);
  const run = () => {
    onClose();
    action?.run();
  };
  return (
    <div class={isRefusal ? "toast refusal" : "toast"}>
      <Icon name={isRefusal ? "alert" : "check"} />
      <span>{text}</span>
      {action && (
        <button type="button" class="quiet" title="Ctrl+Z" aria-keyshortcuts="Control+Z Meta+Z" onClick={run}>
          {action.title}
        </button>
      )}
      <button type="button" class="quiet square" aria-label="Dismiss" onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}

export function Toasts() {
  const [shown, setShown] = useState(messages);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const region = useRef<HTMLDivElement>(null);
  const focusedBefore = useRef<EventTarget | null>(null);
  const { credentials } = useSession();
  useEffect(() => {
    follow = setShown;
    return () => {
      follow = () => undefined;
    };
  }, []);
  useEffect(() => onUndoKey(runLatest), []);
  // Actions are about the guild and the key they were offered to.
  useEffect(() => () => setMessages(messages.filter(({ action }) => !action)), [credentials?.guild, credentials?.key]);

  const onFocusIn = ({ relatedTarget }: FocusEvent) => {
    if (!isFocused) focusedBefore.current = relatedTarget;
    setFocused(true);
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    setFocused(relatedTarget instanceof Node && region.current?.contains(relatedTarget) === true);
  };
  const close = (number: number) => {
    if (region.current?.contains(document.activeElement)) {
      const before = focusedBefore.current;
      const isThere = before instanceof HTMLElement && before.isConnected;
      (isThere ? before : document.querySelector<HTMLElement>("main"))?.focus();
    }
    setHovered((was) => was && messages.length > 1);
    dismiss(number);
  };
  return (
    <div
      ref={region}
      class="toasts"
      role="status"
      aria-live="polite"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocusIn={onFocusIn}
      onFocusOut={onFocusOut}
    >
      {shown.map((message) => (
        <Toast
          key={message.number}
          message={message}
          isPaused={isHovered || isFocused}
          onClose={() => close(message.number)}
        />
      ))}
    </div>
  );
}
