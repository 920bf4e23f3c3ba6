// The location in the console is the part of the URL after '#': "#/civilians/John%20Doe?tab=…". It is never sent
// to the server, so names of people stay out of its log and the logs of proxies.
import { useEffect, useState } from "preact/hooks";

export interface Place {
  /** Decoded parts of the path: ["civilians", "John Doe"]. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

export type Query = Record<string, string | undefined>;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function parsePlace(hash: string): Place {
  const text = hash.replace(/^#/, "");
  const mark = text.indexOf("?");
  const path = mark < 0 ? text : text.slice(0, mark);
  return {
    path: path.split("/").filter(Boolean).map(decode),
    query: new URLSearchParams(mark < 0 ? "" : text.slice(mark + 1)),
  };
}

/** The URL of a location, for links. Empty values are left out. */
export function href(path: readonly string[], query: Query = {}): string {
  const present = Object.entries(query).filter((each): each is [string, string] => Boolean(each[1]));
  const search = new URLSearchParams(present).toString();
  return "#/" + path.map(encodeURIComponent).join("/") + (search && `?${search}`);
}

export function go(to: string): void {
  location.hash = to;
}

/** Goes there without an entry in the browser's history: for filters that change while typing. */
export function replace(to: string): void {
  history.replaceState(null, "", to);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

export function usePlace(): Place {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener("hashchange", follow);
    // It may have changed since the first render.
    follow();
    return () => removeEventListener("hashchange", follow);
  }, []);
  return parsePlace(hash);
}
