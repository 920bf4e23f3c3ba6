// The request of an operation as entered, for code.
import type { Collection, System } from "swagger-ui-dist/swagger-ui-es-bundle";
import type { Credentials } from "../app/credentials";
import type { Parameter } from "./document";
import type { Call } from "./snippets";

export interface OperationAt {
  readonly path: string;
  readonly method: string;
}

interface Entered extends Parameter {
  readonly value?: string | number | boolean | null;
}

/** The value as typed; if empty and required, the example. */
function valueOf({ value, required, schema }: Entered): string {
  if (value !== undefined && value !== null && value !== "") return String(value);
  return required ? String((schema?.examples?.[0] ?? "") as string | number) : "";
}

function parametersOf(system: System, { path, method }: OperationAt, place: string): [string, string][] {
  const operation = system.specSelectors.operationWithMeta(path, method).toJS() as { parameters?: Entered[] };
  return (operation.parameters ?? [])
    .filter((parameter) => parameter.in === place)
    .map((parameter) => [parameter.name, valueOf(parameter)] as [string, string])
    .filter(([, value]) => value !== "");
}

function queryOf(system: System, operation: OperationAt): string {
  const query = parametersOf(system, operation, "query")
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  return query && `?${query}`;
}

/** The body as typed, if it is valid JSON; otherwise the example. */
function bodyOf(system: System, { path, method }: OperationAt): string | undefined {
  const place = ["paths", path, method, "requestBody", "content", "application/json", "example"];
  const example = system.specSelectors.specJson().getIn(place) as Collection | undefined;
  if (!example) return undefined;
  const typed = system.oas3Selectors.requestBodyValue(path, method);
  try {
    if (typeof typed === "string") return JSON.stringify(JSON.parse(typed));
  } catch {
    // The body is still incomplete.
  }
  return JSON.stringify(example.toJS());
}

export function callOf(system: System, operation: OperationAt, { key, guild }: Credentials): Call {
  const place = ["paths", operation.path, operation.method, "security"];
  const isOpen = system.specSelectors.specJson().getIn(place) !== undefined;
  const body = bodyOf(system, operation);
  return {
    method: operation.method.toUpperCase(),
    url: location.origin + operation.path + queryOf(system, operation),
    headers: {
      ...(isOpen ? {} : { Authorization: key, Guild: guild }),
      ...Object.fromEntries(parametersOf(system, operation, "header")),
      ...(body ? { "Content-Type": "application/json" } : {}),
    },
    ...(body ? { body } : {}),
  };
}
