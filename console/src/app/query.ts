// GET requests for components: the data, whether a request is in flight, and the last error.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError, get, withQuery } from "../api/client";
import type { ResponseOf, QueryOf, GetPath, QueryValues } from "../api/client";

export interface QueryResult<T> {
  /** The last response. It stays while the next request runs, so that the layout does not jump. */
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly busy: boolean;
  readonly reload: () => void;
}

// Responses by URL: going back shows the old response at once and refreshes it in the background.
const cache = new Map<string, unknown>();
const cacheMax = 100;
const readers = new Set<() => void>();

function store(url: string, response: unknown): void {
  cache.delete(url);
  cache.set(url, response);
  if (cache.size > cacheMax) cache.delete(cache.keys().next().value as string);
}

/** After a change: clears the cache and repeats all requests of the page. */
export function reloadAll(): void {
  cache.clear();
  for (const read of readers) read();
}

// Refresh when the user returns to the tab.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") for (const read of readers) read();
});

interface State<T> {
  readonly url: string | null;
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly busy: boolean;
}

/** Sends a GET request. With `null` as query it sends nothing yet. */
export function useQuery<P extends GetPath>(path: P, query: QueryOf<P> | null): QueryResult<ResponseOf<P>> {
  const url = query && withQuery(path, query as QueryValues);
  const [state, setState] = useState<State<ResponseOf<P>>>({
    url: null,
    data: undefined,
    error: undefined,
    busy: false,
  });
  const inFlight = useRef<AbortController>();

  const read = useCallback(() => {
    inFlight.current?.abort();
    if (!query || !url) return;
    const request = new AbortController();
    inFlight.current = request;
    setState((before) => ({ ...before, busy: true }));
    get(path, query, request.signal).then(
      (data) => {
        store(url, data);
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
    // The URL contains the query.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [path, url]);

  useEffect(() => {
    read();
    readers.add(read);
    return () => {
      readers.delete(read);
      inFlight.current?.abort();
    };
  }, [read]);

  if (!url) return { data: undefined, error: undefined, busy: false, reload: read };
  if (state.url === url) return { data: state.data, error: state.error, busy: state.busy, reload: read };
  const data = (cache.get(url) as ResponseOf<P> | undefined) ?? state.data;
  return { data, error: undefined, busy: true, reload: read };
}
