/** Copies a text that the page need not show. Returns whether it worked. */
export async function copyText(text: string, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard API needs TLS or localhost, and the browser may refuse it.
    return copySelected(text, button);
  }
}

/** The field is beside the button: everything outside an open dialog cannot be selected. */
function copySelected(text: string, button: HTMLElement): boolean {
  const field = document.createElement("textarea");
  field.className = "hidden";
  field.readOnly = true;
  field.value = text;
  button.after(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  button.focus({ preventScroll: true });
  return isCopied;
}
