import { Icon } from "../parts/Icon";

/**
 * Opens the reference in another tab that has the key of this one. A tab gets a copy of the session only from the tab
 * that opens it, and browsers open links without that relation. The reference ends the relation when it starts.
 */
function openBeside(event: MouseEvent): void {
  const wantsTab = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!wantsTab || event.button > 1) return;
  event.preventDefault();
  open("/docs", "_blank");
}

export function ReferenceLink() {
  return (
    <a href="/docs" onClick={openBeside} onAuxClick={openBeside}>
      <Icon name="book" /> API
    </a>
  );
}
