// All that the console knows of the server: the API that every client has, typed by its OpenAPI document.
import type { paths } from "./generated/schema";
import { current, expire } from "../app/session";
import type { Credentials } from "../app/credentials";

type Verb = "get" | "post" | "patch" | "delete";
type PathsWith<V extends Verb> = { [P in keyof paths]: paths[P] extends Record<V, object> ? P : never }[keyof paths];
type Operation<P extends keyof paths, V extends Verb> = paths[P] extends Record<V, infer O> ? O : never;

type Json<T> = T extends { content: { "application/json": infer B } } ? B : never;
/** What an operation answers when it succeeds. */
export type Answer<P extends keyof paths, V extends Verb = "get"> =
  Operation<P, V> extends { responses: infer R } ? Json<R[Extract<keyof R, 200 | 201>]> : never;
/** What an operation takes in its query string; for many that is nothing. */
export type Asked<P extends keyof paths, V extends Verb = "get"> =
  Operation<P, V> extends { parameters: { query?: infer Q } } ? OrNothing<Exclude<Q, undefined>> : never;
type OrNothing<Q> = [Q] extends [never] ? Record<string, never> : Q;

export type GetPath = PathsWith<"get">;
export type QueryValues = Record<string, string | number | boolean | undefined>;

/** The code of the refusal of a key, or of a set-up token. */
export const unauthorised = 20058;
const emptyList = 20060;

/** A refusal in the server's words, or that there was no answer at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** The sentence of the server, with its code. */
    readonly details: string,
    /** What to do about it; may be empty. */
    readonly hint: string,
    private readonly field?: string,
  ) {
    super(details);
  }

  get code(): number {
    return Number(/\((\d+)\)$/.exec(this.details)?.[1] ?? 0);
  }

  /** The same about another member: edits say `value`, whichever field it is for. */
  about(field: string): ApiError {
    return new ApiError(this.status, this.details, this.hint, field);
  }

  /** The member that the sentence is about, if it is about one. */
  get member(): string | null {
    return this.field ?? /^Invalid (\w+) provided/.exec(this.details)?.[1] ?? null;
  }

  /** Whether it says something about what was asked for, rather than about server, network or key. */
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

async function refusal(response: Response): Promise<ApiError> {
  let details = `${response.status} ${response.statusText}`;
  try {
    details = ((await response.json()) as { details?: string }).details ?? details;
  } catch {
    // A proxy in between may answer with a page of its own; then its status is all there is to tell.
  }
  return new ApiError(response.status, details, decodeHint(response.headers.get("X-Error-Hint")));
}

function headersOf(who: Credentials | null, init: RequestInit): Headers {
  const headers = new Headers(init.headers);
  if (!who) return headers;
  try {
    headers.set("Authorization", who.key);
    headers.set("Guild", who.guild);
  } catch {
    // The browser refuses a header with letters that are not Latin.
    throw new ApiError(400, "Guild and key cannot hold such characters", "Both consist of A-Z a-z 0-9 _ and -.");
  }
  return headers;
}

async function send(verb: string, url: string, who: Credentials | null, init: RequestInit): Promise<unknown> {
  const headers = headersOf(who, init);
  let response: Response;
  try {
    response = await fetch(url, { ...init, method: verb, headers, cache: "no-store" });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    const unsure = verb === "GET" ? "" : "It is not known whether the change was made: look before you send it again.";
    throw new ApiError(0, "The server does not answer", unsure);
  }
  if (response.ok) return response.json();
  throw await refusal(response);
}

async function sendAsUser(verb: string, url: string, init: RequestInit): Promise<unknown> {
  const who = current();
  try {
    return await send(verb, url, who, init);
  } catch (error) {
    // Only if nobody signed in anew while the request was on its way.
    if (error instanceof ApiError && error.code === unauthorised && who === current()) expire(error.details);
    throw error;
  }
}

export function get<P extends GetPath>(path: P, query: Asked<P>, signal?: AbortSignal): Promise<Answer<P>> {
  const init = signal ? { signal } : {};
  return sendAsUser("GET", withQuery(path, query as QueryValues), init) as Promise<Answer<P>>;
}

function change(verb: string, path: string, body: object): Promise<unknown> {
  return sendAsUser(verb, path, { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
}

// Bodies come from forms and hold what was typed; the server judges them, so their type is not narrower.
export function post<P extends PathsWith<"post">>(path: P, body: object): Promise<Answer<P, "post">> {
  return change("POST", path, body) as Promise<Answer<P, "post">>;
}

export function patch<P extends PathsWith<"patch">>(path: P, body: object): Promise<Answer<P, "patch">> {
  return change("PATCH", path, body) as Promise<Answer<P, "patch">>;
}

export function remove<P extends PathsWith<"delete">>(
  path: P,
  query: Asked<P, "delete">,
): Promise<Answer<P, "delete">> {
  return sendAsUser("DELETE", withQuery(path, query as QueryValues), {}) as Promise<Answer<P, "delete">>;
}

/** Asks who a key is, before anybody is signed in with it. */
export function askKey(who: Credentials): Promise<Answer<"/api/key">> {
  return send("GET", "/api/key", who, {}) as Promise<Answer<"/api/key">>;
}

/** Makes the first guild of a server and the key of its owner, with the token of the set-up link. */
export async function setUp(token: string, guild: string): Promise<Credentials> {
  const made = (await send("POST", "/setup", { key: token, guild }, {})) as Credentials;
  return { guild: made.guild, key: made.key };
}

export function askVersion(): Promise<Answer<"/api/version">> {
  return send("GET", "/api/version", null, {}) as Promise<Answer<"/api/version">>;
}
