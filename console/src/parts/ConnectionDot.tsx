import { useObservable } from "../app/observable";
import type { Status } from "../live/connection";
import { connectionStatus } from "../live/live";

const titles: Record<Status, string> = { connected: "Connected", "catching up": "Catching up", offline: "Offline" };
const texts: Record<Status, string> = {
  connected: "Changes by others appear as they happen",
  "catching up": "Connecting to the server to show what has changed",
  offline: "No connection to the server. Changes by others are not shown until it is back",
};

/** Whether the page shows changes by others. Screen readers announce only a lost connection. */
export function ConnectionDot({ isNamed = false }: { isNamed?: boolean }) {
  const status = useObservable(connectionStatus);
  return (
    <p class="connection" data-status={status} title={texts[status]}>
      <span class="dot" aria-hidden="true" />
      <span class={status === "connected" && !isNamed ? "hidden" : undefined}>{titles[status]}</span>
      <span class="hidden" role="status">
        {status === "offline" && texts.offline}
      </span>
    </p>
  );
}
