// Getting a text out of the page: onto the clipboard, or into a file.

/** Whether it is on the clipboard. If not, it is selected where it is shown, so that one key press copies it. */
export async function copyText(text: string, shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without TLS there is no clipboard but on this machine, and with it the browser may refuse.
    getSelection()?.selectAllChildren(shown);
    return document.execCommand("copy");
  }
}

export function downloadText(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
