import { useEffect, useState } from "preact/hooks";
import { copyText } from "../app/clipboard";
import { Icon } from "./Icon";

const shownFor = 2000;

interface Props {
  readonly value: string;
  /** Completes "Copy the …": "plate". */
  readonly what: string;
}

/** A small button that copies a value that people pass on, such as a plate. */
export function CopyValue({ value, what }: Props) {
  const [status, setStatus] = useState<"" | "Copied" | "Not copied">("");
  useEffect(() => {
    if (!status) return;
    const timer = setTimeout(() => setStatus(""), shownFor);
    return () => clearTimeout(timer);
  }, [status]);
  const copy = async (button: HTMLElement) => setStatus((await copyText(value, button)) ? "Copied" : "Not copied");
  return (
    <span class="copy-value">
      <button
        type="button"
        class="quiet square"
        title={`Copy the ${what}`}
        aria-label={`Copy the ${what}`}
        onClick={(event) => void copy(event.currentTarget)}
      >
        <Icon name={status === "Copied" ? "check" : "copy"} />
      </button>
      <span class="hidden" role="status">
        {status}
      </span>
    </span>
  );
}

/** A value and its copy button. */
export function Copyable({ value, what }: Props) {
  return (
    <span class="copyable">
      <span class="code">{value}</span>
      <CopyValue value={value} what={what} />
    </span>
  );
}
