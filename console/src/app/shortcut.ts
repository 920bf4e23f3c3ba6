// Keys that work everywhere on a page.

const isMac = /Mac|iP/.test(navigator.platform);

/** The name of a key with Ctrl, or ⌘ on a Mac: "Ctrl K". */
export function commandTitle(key: string): string {
  return isMac ? `⌘${key}` : `Ctrl ${key}`;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

/** Calls `act` for a key that is not typed into a field. Returns a function that ends this. */
export function onShortcut(key: string, act: () => void): () => void {
  return listen((event) => event.key.toLowerCase() === key && !event.ctrlKey && !event.metaKey && !event.altKey, act);
}

/** Calls `act` for Ctrl+Z (⌘Z on a Mac) outside of fields, which have an undo of their own. */
export function onUndoKey(act: () => void): () => void {
  return listen(
    (event) => event.key.toLowerCase() === "z" && event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey,
    act,
  );
}

function listen(isOurs: (event: KeyboardEvent) => boolean, act: () => void): () => void {
  const listener = (event: KeyboardEvent) => {
    if (!isOurs(event) || isTyping(event.target) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    act();
  };
  addEventListener("keydown", listener);
  return () => removeEventListener("keydown", listener);
}

/** Calls `act` for a key with Ctrl, or ⌘ on a Mac, also while typing. Returns a function that ends this. */
export function onCommand(key: string, act: () => void): () => void {
  const listener = (event: KeyboardEvent) => {
    const isOurs = event.key.toLowerCase() === key && event.ctrlKey !== event.metaKey;
    if (!isOurs || event.altKey || event.shiftKey || document.querySelector(".sign-in-again[open]")) return;
    event.preventDefault();
    act();
  };
  addEventListener("keydown", listener);
  return () => removeEventListener("keydown", listener);
}
