// Which tab reads the stream. Browsers open only six connections to a server over HTTP/1.1, so tabs must share one.

/** Browsers have the Web Locks API only over TLS and on localhost. */
export const canShare = "locks" in navigator;

type Lead = (stop: AbortSignal) => Promise<void>;

/** Calls `lead` when this tab gets the lock. Returns a function that takes it from a tab that does not respond. */
function leadWithLock(name: string, stop: AbortSignal, lead: Lead): () => void {
  const request = (options: LockOptions) => {
    const turn = new AbortController();
    navigator.locks
      .request(name, options, () => lead(AbortSignal.any([stop, turn.signal])))
      .catch((error: unknown) => {
        if (stop.aborted) return;
        turn.abort();
        if (!(error instanceof DOMException)) throw error;
        // Another tab has taken it.
        request({ signal: stop });
      });
  };
  request({ signal: stop });
  return () => request({ steal: true });
}

/** Calls `lead` while this tab is visible. A hidden tab needs no stream, because it resumes when it is shown. */
function leadWhileVisible(stop: AbortSignal, lead: Lead): () => void {
  let turn: AbortController | null = null;
  const follow = () => {
    turn?.abort();
    turn = document.visibilityState === "visible" ? new AbortController() : null;
    if (turn) void lead(AbortSignal.any([stop, turn.signal]));
  };
  document.addEventListener("visibilitychange", follow, { signal: stop });
  follow();
  return () => undefined;
}

/** Calls `lead` in one of the tabs with this name; when that is closed, in another one. */
export function leadOneTab(name: string, stop: AbortSignal, lead: Lead): () => void {
  return canShare ? leadWithLock(name, stop, lead) : leadWhileVisible(stop, lead);
}
