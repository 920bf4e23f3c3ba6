// Short messages at the bottom of the page that disappear after a few seconds.
import { useEffect, useState } from "preact/hooks";
import { Icon } from "./Icon";

interface Message {
  readonly number: number;
  readonly text: string;
}

const shownFor = 8000;
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

export function showToast(text: string): void {
  const number = ++count;
  setMessages([...messages.slice(-2), { number, text }]);
  setTimeout(() => dismiss(number), shownFor);
}

export function Toasts() {
  const [shown, setShown] = useState(messages);
  useEffect(() => {
    follow = setShown;
    return () => {
      follow = () => undefined;
    };
  }, []);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.map(({ number, text }) => (
        <div class="toast" key={number}>
          <Icon name="check" />
          <span>{text}</span>
          <button type="button" class="quiet square" aria-label="Dismiss" onClick={() => dismiss(number)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
