// GET requests for components: the data, whether a request is in flight, and the last error.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError, get, withQuery } from "../api/client";
import type { ResponseOf, QueryOf, GetPath, QueryValues } from "../api/client";
import { concerns, isLive } from "../live/concerns";
import { connectionStatus, watchChanges } from "../live/live";
import { Refresher } from "../live/refresher";
import { watchCredentials } from "./session";

export interface QueryResult<T> {
  /** The last response. It stays while the next request runs, so that the layout does not jump. */
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly busy: boolean;
  readonly reload: () => void;
  /** The URL that the data belongs to: that of the previous request while the next one runs. */
  readonly source: string | null;
  /** How many changes by others are not shown yet, because the user is reading. */
  readonly held: number;
  readonly showHeld: () => void;
}

interface Options<T> {
  /** The ids of the records in the response: changes of other records do not concern it. Undefined: all may. */
  readonly about?: (data: T) => readonly string[] | undefined;
  /** Whether changes by others must wait. */
  readonly isHeld?: () => boolean;
  /** Milliseconds between requests while the tab is visible, for responses that also change without an event. */
  readonly every?: number;
}

// Responses by URL: going back shows the old response at once and refreshes it in the background.
const cache = new Map<string, unknown>();
const cacheMax = 100;
const readers = new Set<() => unknown>();

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

// Another key may see other records.
watchCredentials(reloadAll);

// Without a stream, refresh when the user returns to the tab.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible" || connectionStatus.value === "connected") return;
  for (const read of readers) read();
});

interface State<T> {
  readonly url: string | null;
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly busy: boolean;
}

/** Sends a GET request, and again after changes that concern it. With `null` as query it sends nothing yet. */
export function useQuery<P extends GetPath>(
  path: P,
  query: QueryOf<P> | null,
  options: Options<ResponseOf<P>> = {},
): QueryResult<ResponseOf<P>> {
  const url = query && withQuery(path, query as QueryValues);
  const [state, setState] = useState<State<ResponseOf<P>>>({
    url: null,
    data: undefined,
    error: undefined,
    busy: false,
  });
  const [held, setHeld] = useState(0);
  const inFlight = useRef<AbortController>();
  const refresher = useRef<Refresher>();
  const seen = useRef({ state, options });
  seen.current = { state, options };

  const read = useCallback(
    async (isQuiet = false) => {
      inFlight.current?.abort();
      if (!query || !url) return;
      const { signal } = (inFlight.current = new AbortController());
      if (!isQuiet) setState((before) => ({ ...before, busy: true }));
      try {
        const data = await get(path, query, signal);
        store(url, data);
        if (!signal.aborted) setState({ url, data, error: undefined, busy: false });
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setState((before) => {
          const data = before.url === url && !error.isAboutData ? before.data : undefined;
          return { url, data, error, busy: false };
        });
      }
    },
    // The URL contains the query.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [path, url],
  );

  useEffect(() => {
    void read();
    readers.add(read);
    return () => {
      readers.delete(read);
      inFlight.current?.abort();
    };
  }, [read]);

  useEffect(() => {
    if (!query || !isLive(path)) return;
    const own = new Refresher(
      () => read(true),
      () => seen.current.options.isHeld?.() ?? false,
      setHeld,
    );
    refresher.current = own;
    const unwatch = watchChanges((change) => {
      if (change === "reset") return own.force();
      const { state, options } = seen.current;
      const ids = state.url === url && state.data ? options.about?.(state.data) : undefined;
      const isAbout = !ids || ids.includes(change.civilianID) || ids.includes(change.subjectID);
      if (isAbout && concerns(change, path, query)) own.add();
    });
    // Events that arrived before the connection was lost are not sent again.
    const unfollow = connectionStatus.watch(() => {
      const { error } = seen.current.state;
      if (connectionStatus.value === "connected" && error && !error.isAboutData) own.force();
    });
    const { every } = seen.current.options;
    const pollVisible = () => {
      if (document.visibilityState === "visible") own.poll();
    };
    const timer = every && setInterval(pollVisible, every);
    return () => {
      clearInterval(timer);
      unwatch();
      unfollow();
      own.stop();
      setHeld(0);
    };
    // As above.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [read]);

  const shared = { reload: () => void read(), held, showHeld: () => refresher.current?.force() };
  if (!url) return { ...shared, data: undefined, error: undefined, busy: false, source: null };
  if (state.url === url) return { ...shared, data: state.data, error: state.error, busy: state.busy, source: url };
  const cached = cache.get(url) as ResponseOf<P> | undefined;
  return { ...shared, data: cached ?? state.data, error: undefined, busy: true, source: cached ? url : state.url };
}
