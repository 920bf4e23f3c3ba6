// Tells the pages of all tabs what changes on the server. One tab reads the stream and passes it on to the others.
import type { Change } from "../api/types";
import { Observable } from "../app/observable";
import { Connection } from "./connection";
import type { Status } from "./connection";
import { canShare, leadOneTab } from "./tabs";

export const connectionStatus = new Observable<Status>("catching up");

/** A change of a record, or "reset": any record may have changed. */
type Listener = (change: Change | "reset") => void;
const listeners = new Set<Listener>();

function tell(change: Change | "reset"): void {
  for (const listener of listeners) listener(change);
}

/** Calls the listener for every change by anybody. Returns a function that unsubscribes. */
export function watchChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** How long a visible tab waits for the one that reads the stream. */
const answerMax = 3000;

/** What tabs send each other. */
type Message =
  | { readonly event: Change }
  | { readonly reset: number }
  | { readonly status: Status; readonly position: number | null }
  /** From a tab that has just been opened or shown; the tab that reads the stream sends the status. */
  | { readonly hello: true };

/** Follows the changes until the returned function is called. Tabs with the same name share one stream. */
export function startLive(name: string): () => void {
  const stop = new AbortController();
  connectionStatus.value = "catching up";
  const channel = canShare ? new BroadcastChannel(name) : null;
  let position: number | null = null;
  let isLeader = false;

  const onEvent = (event: Change) => {
    if (position !== null && event.seq <= position) return;
    // Numbers have no gaps. This tab was frozen if some are missing.
    const isNext = position === null || event.seq === position + 1;
    position = event.seq;
    tell(isNext ? event : "reset");
  };
  const onReset = (next: number) => {
    position = next;
    tell("reset");
  };
  const send = (message: Message) => channel?.postMessage(message);
  const sendStatus = () => send({ status: connectionStatus.value, position });

  const connection = new Connection({
    position: () => position,
    onEvent: (event) => {
      send({ event });
      onEvent(event);
    },
    onReset: (next) => {
      send({ reset: next });
      onReset(next);
    },
    onStatus: (status) => {
      if (status === connectionStatus.value) return;
      connectionStatus.value = status;
      sendStatus();
    },
  });

  let patience: number | undefined;
  const lead = leadOneTab(name, stop.signal, async (end) => {
    clearTimeout(patience);
    isLeader = true;
    await connection.run(end);
    isLeader = false;
  });

  // Browsers may freeze hidden tabs, also the one that reads the stream.
  const greet = () => {
    if (document.visibilityState !== "visible") return;
    connection.wake();
    send({ hello: true });
    clearTimeout(patience);
    if (!isLeader) patience = window.setTimeout(lead, answerMax);
  };
  const receive = (message: Message) => {
    if ("event" in message) return onEvent(message.event);
    if ("reset" in message) return onReset(message.reset);
    if ("hello" in message) {
      connection.wake();
      if (isLeader) sendStatus();
      return;
    }
    clearTimeout(patience);
    connectionStatus.value = message.status;
    position ??= message.position;
  };
  channel?.addEventListener("message", ({ data }: MessageEvent<Message>) => receive(data));
  document.addEventListener("visibilitychange", greet, { signal: stop.signal });
  greet();

  return () => {
    stop.abort();
    clearTimeout(patience);
    channel?.close();
  };
}
