// Copies a text to the clipboard or saves it as a file.

/** Returns whether the text was copied. If not, it is selected on the page, so that Ctrl+C copies it. */
export async function copyText(text: string, shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard API needs TLS or localhost, and the browser may refuse it.
    getSelection()?.selectAllChildren(shown);
    return document.execCommand("copy");
  }
}

export function downloadText(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  // Some browsers read the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
