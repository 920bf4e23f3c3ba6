// A secret that is shown only once: ways to save it, and whether one was used.
import { useEffect, useState } from "preact/hooks";
import { useCopy } from "./Copy";
import { downloadText } from "./download";

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
