// Copies a secret that is shown only once.
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./Icon";

/** Returns whether the text was copied. If not, it is selected on the page, so that Ctrl+C copies it. */
async function copyText(text: string, shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard API needs TLS or localhost, and the browser may refuse it.
    getSelection()?.selectAllChildren(shown);
    return document.execCommand("copy");
  }
}

export interface Copying {
  /** For the element that shows the text. */
  readonly shown: RefObject<HTMLElement>;
  /** Also true after the user has copied it from the page. */
  readonly isCopied: boolean;
  readonly copy: () => void;
  /** The last action, for screen readers. */
  readonly status: string;
  readonly setStatus: (status: string) => void;
}

export function useCopy(text: string, what: string): Copying {
  const shown = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);
  const [status, setStatus] = useState("");

  useEffect(() => {
    const onCopy = () => {
      if (!getSelection()?.toString().includes(text)) return;
      setCopied(true);
      setStatus(`${what} copied.`);
    };
    document.addEventListener("copy", onCopy);
    return () => document.removeEventListener("copy", onCopy);
  }, [text, what]);

  const copy = async () => {
    const done = shown.current !== null && (await copyText(text, shown.current));
    setCopied((before) => before || done);
    setStatus(
      done ? `${what} copied.` : `The ${what.toLowerCase()} is selected. Press Ctrl+C (⌘C on a Mac) to copy it.`,
    );
  };
  return { shown, isCopied, copy: () => void copy(), status, setStatus };
}

export function CopyButton({ isCopied, copy }: Pick<Copying, "isCopied" | "copy">) {
  return (
    <button type="button" onClick={copy}>
      <Icon name={isCopied ? "check" : "copy"} /> {isCopied ? "Copied" : "Copy"}
    </button>
  );
}
