// A secret that is shown only once: ways to save it, whether one was used, and a warning.
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import { CopyButton, useCopy } from "./Copy";
import type { Copying } from "./Copy";
import { downloadText } from "./download";
import { Icon } from "./Icon";

interface File {
  readonly name: string;
  readonly text: string;
}

/** Leaving the page asks as long as the secret is not saved. */
export function useSecret(secret: string, what: string, file: File) {
  const [isDownloaded, setDownloaded] = useState(false);
  const copying = useCopy(secret, what);
  const isSaved = copying.isCopied || isDownloaded;

  useEffect(() => {
    if (isSaved) return undefined;
    const confirmLeave = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", confirmLeave);
    return () => removeEventListener("beforeunload", confirmLeave);
  }, [isSaved]);

  const download = () => {
    downloadText(file.name, file.text);
    setDownloaded(true);
    copying.setStatus(`Downloaded as ${file.name}.`);
  };
  return { ...copying, isSaved, download };
}

export function SecretText({ secret, shown }: { secret: string; shown: RefObject<HTMLElement> }) {
  return (
    <p class="secret">
      <code ref={shown}>{secret}</code>
    </p>
  );
}

type Saving = Pick<Copying, "isCopied" | "copy" | "status"> & { readonly download?: () => void };

export function SaveActions({ isCopied, copy, status, download }: Saving) {
  return (
    <div class="key-actions">
      <CopyButton {...{ isCopied, copy }} />
      {download && (
        <button type="button" onClick={download}>
          <Icon name="download" /> Download
        </button>
      )}
      <p class="about" role="status">
        {status}
      </p>
    </div>
  );
}

export function ShownOnce({ thing, children }: { thing: string; children: ComponentChildren }) {
  return (
    <div class="caution">
      <Icon name="alert" />
      <p>
        <strong>This {thing} is shown only once.</strong> {children}
      </p>
    </div>
  );
}
