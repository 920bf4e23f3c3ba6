// The client of the API. All types come from the server's OpenAPI document.
import type { paths } from "./generated/schema";
import { current, expire } from "../app/session";
import type { Credentials } from "../app/credentials";
import type { Scope } from "./types";

type Verb = "get" | "post" | "put" | "patch" | "delete";
type PathsWith<V extends Verb> = { [P in keyof paths]: paths[P] extends Record<V, object> ? P : never }[keyof paths];
type Operation<P extends keyof paths, V extends Verb> = paths[P] extends Record<V, infer O> ? O : never;

type Json<T> = T extends { content: { "application/json": infer B } } ? B : never;
/** The response body of an operation that succeeds. */
export type ResponseOf<P extends keyof paths, V extends Verb = "get"> =
  Operation<P, V> extends { responses: infer R } ? Json<R[Extract<keyof R, 200 | 201>]> : never;
/** The query parameters of an operation; many have none. */
export type QueryOf<P extends keyof paths, V extends Verb = "get"> =
  Operation<P, V> extends { parameters: { query?: infer Q } } ? OrEmpty<Exclude<Q, undefined>> : never;
type OrEmpty<Q> = [Q] extends [never] ? Record<string, never> : Q;

export type GetPath = PathsWith<"get">;
export type QueryValues = Record<string, string | number | boolean | undefined>;

/** The error code for an invalid key or setup token. */
export const unauthorised = 20058;
const emptyList = 20060;

/** An error response of the server, or a missing response (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** The server's message, with its code. */
    readonly details: string,
    /** How to fix it; may be empty. */
    readonly hint: string,
    private readonly field?: string,
    /** Seconds until the next attempt makes sense; 0 if the server did not say. */
    readonly retryAfter = 0,
  ) {
    super(details);
  }

  get code(): number {
    return Number(/\((\d+)\)$/.exec(this.details)?.[1] ?? 0);
  }

  /** The same error for another member: edits report `value` for every field. */
  about(field: string): ApiError {
    return new ApiError(this.status, this.details, this.hint, field);
  }

  /** The member that the message names, if any. */
  get member(): string | null {
    return this.field ?? /^Invalid (\w+) provided/.exec(this.details)?.[1] ?? null;
  }

  /** Whether the request is at fault, and not the server, the network or the key. */
  get isAboutData(): boolean {
    return this.status === 400 || this.status === 404 || this.status === 409;
  }

  get isEmptyList(): boolean {
    return this.code === emptyList;
  }
}

function decodeHint(header: string | null): string {
  try {
    return decodeURIComponent(header ?? "");
  } catch {
    return header ?? "";
  }
}

export function withQuery(path: string, query: QueryValues): string {
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const search = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();
  return path + (search && `?${search}`);
}

async function errorOf(response: Response): Promise<ApiError> {
  let details = `${response.status} ${response.statusText}`;
  try {
    details = ((await response.json()) as { details?: string }).details ?? details;
  } catch {
    // A proxy may send its own error page. Then only the status is known.
  }
  const hint = decodeHint(response.headers.get("X-Error-Hint"));
  return new ApiError(response.status, details, hint, undefined, Number(response.headers.get("Retry-After")) || 0);
}

function headersOf(who: Credentials | null, init: RequestInit): Headers {
  const headers = new Headers(init.headers);
  if (!who) return headers;
  try {
    headers.set("Authorization", who.key);
    headers.set("Guild", who.guild);
  } catch {
    // Browsers refuse headers with characters outside Latin-1.
    throw new ApiError(400, "Invalid characters in guild or key", "Use only A-Z a-z 0-9 _ and -.");
  }
  return headers;
}

async function request(verb: string, url: string, who: Credentials | null, init: RequestInit): Promise<Response> {
  const headers = headersOf(who, init);
  let response: Response;
  try {
    response = await fetch(url, { ...init, method: verb, headers, cache: "no-store" });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    const hint = verb === "GET" ? "" : "The change may have been made. Check before you send it again.";
    throw new ApiError(0, "The server does not respond", hint);
  }
  if (response.ok) return response;
  throw await errorOf(response);
}

async function send(verb: string, url: string, who: Credentials | null, init: RequestInit): Promise<unknown> {
  return (await request(verb, url, who, init)).json();
}

async function requestAsUser(verb: string, url: string, init: RequestInit): Promise<Response> {
  const who = current();
  try {
    return await request(verb, url, who, init);
  } catch (error) {
    // Ignore it if the user has signed in again since the request was sent.
    if (error instanceof ApiError && error.code === unauthorised && who === current()) expire(error.details);
    throw error;
  }
}

async function sendAsUser(verb: string, url: string, init: RequestInit): Promise<unknown> {
  return (await requestAsUser(verb, url, init)).json();
}

export function get<P extends GetPath>(path: P, query: QueryOf<P>, signal?: AbortSignal): Promise<ResponseOf<P>> {
  const init = signal ? { signal } : {};
  return sendAsUser("GET", withQuery(path, query as QueryValues), init) as Promise<ResponseOf<P>>;
}

/** Opens the stream of events after a number. EventSource cannot send the headers with the key. */
export function openEvents(after: number, signal: AbortSignal): Promise<Response> {
  const headers = { Accept: "text/event-stream", "Last-Event-ID": String(after) };
  return requestAsUser("GET", "/api/events", { headers, signal });
}

/** The member for the numbers of events. It is a symbol, so that no member of a body can have this name. */
export const events = Symbol("events");

/** A response to a change: the body, and the numbers of the events that the change made, for undo. */
export type Changed<T> = T & { readonly [events]: readonly number[] };

async function sendChange<T>(verb: string, url: string, init: RequestInit): Promise<Changed<T>> {
  const response = await requestAsUser(verb, url, init);
  const number = Number(response.headers.get("X-Event-Seq"));
  return { ...((await response.json()) as T), [events]: number > 0 ? [number] : [] };
}

function change<T>(verb: string, path: string, body: object): Promise<Changed<T>> {
  return sendChange(verb, path, { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
}

// Bodies come from forms. The server validates them, so the type is not narrower.
export function post<P extends PathsWith<"post">>(path: P, body: object): Promise<Changed<ResponseOf<P, "post">>> {
  return change("POST", path, body);
}

export function put<P extends PathsWith<"put">>(path: P, body: object): Promise<Changed<ResponseOf<P, "put">>> {
  return change("PUT", path, body);
}

export function patch<P extends PathsWith<"patch">>(path: P, body: object): Promise<Changed<ResponseOf<P, "patch">>> {
  return change("PATCH", path, body);
}

export function remove<P extends PathsWith<"delete">>(
  path: P,
  query: QueryOf<P, "delete">,
): Promise<Changed<ResponseOf<P, "delete">>> {
  return sendChange("DELETE", withQuery(path, query as QueryValues), {});
}

/** Reads the key's own record; for keys that are not signed in yet. */
export function fetchKey(who: Credentials): Promise<ResponseOf<"/api/key">> {
  return send("GET", "/api/key", who, {}) as Promise<ResponseOf<"/api/key">>;
}

/** Creates the first guild of a server and its owner's key, with the token of the setup link. */
export async function setUp(token: string, guild: string): Promise<Credentials> {
  const made = (await send("POST", "/setup", { key: token, guild }, {})) as Credentials;
  return { guild: made.guild, key: made.key };
}

export interface Accepted extends Credentials {
  readonly keyName: string;
  readonly scopes: readonly Scope[];
}

/** Creates a key with the token of an invitation, which can be done once. */
export async function acceptInvitation(token: string, guild: string): Promise<Accepted> {
  const made = (await send("POST", "/invitation", { key: token, guild }, {})) as Accepted;
  return { guild: made.guild, key: made.key, keyName: made.keyName, scopes: made.scopes };
}

export function fetchVersion(): Promise<ResponseOf<"/api/version">> {
  return send("GET", "/api/version", null, {}) as Promise<ResponseOf<"/api/version">>;
}
