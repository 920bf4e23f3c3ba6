// Reading from the API inside a component: what is there, that it is on its way, or why not.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError, get, withQuery } from "../api/client";
import type { Answer, Asked, GetPath, QueryValues } from "../api/client";

export interface Reading<T> {
  /** The last answer. While the next one is on its way it stays, so that nothing jumps. */
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly busy: boolean;
  readonly reload: () => void;
}

// Answers of this visit by address: going back shows at once what was there, and asks again behind it.
const seen = new Map<string, unknown>();
const seenMax = 100;
const readers = new Set<() => void>();

function remember(url: string, answer: unknown): void {
  seen.delete(url);
  seen.set(url, answer);
  if (seen.size > seenMax) seen.delete(seen.keys().next().value as string);
}

/** Something was changed: nothing that was read before may be shown as if it were still so. */
export function readAgain(): void {
  seen.clear();
  for (const read of readers) read();
}

// Whoever comes back to the tab sees what others did meanwhile.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") for (const read of readers) read();
});

interface State<T> {
  readonly url: string | null;
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly busy: boolean;
}

/** Reads an operation; `null` instead of its query reads nothing yet. */
export function useReading<P extends GetPath>(path: P, query: Asked<P> | null): Reading<Answer<P>> {
  const url = query && withQuery(path, query as QueryValues);
  const [state, setState] = useState<State<Answer<P>>>({ url: null, data: undefined, error: undefined, busy: false });
  const asked = useRef<AbortController>();

  const read = useCallback(() => {
    asked.current?.abort();
    if (!query || !url) return;
    const request = new AbortController();
    asked.current = request;
    setState((before) => ({ ...before, busy: true }));
    get(path, query, request.signal).then(
      (data) => {
        remember(url, data);
        if (!request.signal.aborted) setState({ url, data, error: undefined, busy: false });
      },
      (error: unknown) => {
        if (request.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setState((before) => {
          const data = before.url === url && !error.isAboutData ? before.data : undefined;
          return { url, data, error, busy: false };
        });
      },
    );
    // The url says all that the query does.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [path, url]);

  useEffect(() => {
    read();
    readers.add(read);
    return () => {
      readers.delete(read);
      asked.current?.abort();
    };
  }, [read]);

  if (!url) return { data: undefined, error: undefined, busy: false, reload: read };
  if (state.url === url) return { data: state.data, error: state.error, busy: state.busy, reload: read };
  const data = (seen.get(url) as Answer<P> | undefined) ?? state.data;
  return { data, error: undefined, busy: true, reload: read };
}
