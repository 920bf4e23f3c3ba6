// Keys that work everywhere on a page.

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

/** Calls `act` for a key that is not typed into a field. Returns a function that ends this. */
export function onShortcut(key: string, act: () => void): () => void {
  const listener = (event: KeyboardEvent) => {
    const isOurs = event.key.toLowerCase() === key && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isOurs || isTyping(event.target) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    act();
  };
  addEventListener("keydown", listener);
  return () => removeEventListener("keydown", listener);
}
