// A connection to the stream of events that resumes where it was interrupted.
import { ApiError, get, openEvents } from "../api/client";
import type { Change } from "../api/types";
import { messagesOf } from "./messages";

export type Status = "connected" | "catching up" | "offline";

export interface Receiver {
  /** The number of the last event; null before the first connection. */
  readonly position: () => number | null;
  readonly onEvent: (event: Change) => void;
  /** Events are unknown up to this number: everything must be read again. */
  readonly onReset: (position: number) => void;
  readonly onStatus: (status: Status) => void;
}

// The server sends a heartbeat every 15 seconds.
const silenceMax = 40_000;
const delayMax = 30_000;

async function latestNumber(signal: AbortSignal): Promise<number> {
  return Number((await get("/api/events", { after: "latest" }, signal)).next);
}

export class Connection {
  #retry = 2000;
  #failures = 0;
  #wake: () => void = () => undefined;

  constructor(private readonly receiver: Receiver) {}

  /** Reads events until the signal, or until the server refuses the key. */
  async run(stop: AbortSignal): Promise<void> {
    this.receiver.onStatus("catching up");
    while (!stop.aborted) {
      let delayMin = 0;
      try {
        await this.#read(stop);
        if (stop.aborted) return;
        this.receiver.onStatus("catching up");
      } catch (error) {
        if (stop.aborted) return;
        this.receiver.onStatus("offline");
        if (error instanceof ApiError && error.status === 403) return;
        if (error instanceof ApiError) delayMin = error.retryAfter * 1000;
      }
      await this.#pause(delayMin, stop);
    }
  }

  /** Ends a pause before the next attempt. */
  wake(): void {
    this.#wake();
  }

  async #read(stop: AbortSignal): Promise<void> {
    const { receiver } = this;
    const attempt = new AbortController();
    const signal = AbortSignal.any([stop, attempt.signal]);
    const abort = () => attempt.abort();
    let watchdog = setTimeout(abort, silenceMax);
    const onBytes = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(abort, silenceMax);
    };
    addEventListener("offline", abort, { signal });
    try {
      const latest = await latestNumber(signal);
      if (receiver.position() === null) receiver.onReset(latest);
      const response = await openEvents(receiver.position() ?? latest, signal);
      this.#failures = 0;
      const report = () => {
        if ((receiver.position() ?? 0) >= latest) receiver.onStatus("connected");
      };
      report();
      for await (const { event, data, retry } of messagesOf(response.body!, onBytes)) {
        if (retry) this.#retry = Number(retry);
        if (data === undefined) continue;
        if (event === "reset") receiver.onReset((JSON.parse(data) as { latest: number }).latest);
        else receiver.onEvent(JSON.parse(data) as Change);
        report();
      }
    } finally {
      clearTimeout(watchdog);
      abort();
    }
  }

  /** Longer after each failure, and random, so that the clients of a restarted server do not come all at once. */
  #pause(delayMin: number, stop: AbortSignal): Promise<void> {
    const delay = Math.min(delayMax, this.#retry * 2 ** this.#failures++) * (0.5 + Math.random() / 2);
    return new Promise((resolve) => {
      const pause = new AbortController();
      const end = () => {
        clearTimeout(timer);
        pause.abort();
        resolve();
      };
      const timer = setTimeout(end, Math.max(delay, delayMin));
      stop.addEventListener("abort", end, { signal: pause.signal });
      addEventListener("online", end, { signal: pause.signal });
      this.#wake = end;
    });
  }
}
