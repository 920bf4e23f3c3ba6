// The OpenAPI document of this server, as the reference uses it.

export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
}

export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Fills in what an operation requires, so that it can be tried out at once. */
function withExample(parameter: Parameter): Parameter {
  const [example] = parameter.schema?.examples ?? [];
  return parameter.required && example !== undefined ? { ...parameter, example } : parameter;
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

export async function loadDocument(): Promise<ApiDocument> {
  const response = await fetch("/openapi.json");
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const document = (await response.json()) as ApiDocument;
  const paths = mapValues(document.paths, (operations) =>
    mapValues(operations, (operation) =>
      operation.parameters ? { ...operation, parameters: operation.parameters.map(withExample) } : operation,
    ),
  );
  return { ...document, paths };
}

const titles: Readonly<Record<string, string>> = {
  civilian: "Civilians",
  vehicle: "Vehicles",
  firearm: "Firearms",
  leo: "Law enforcement",
  medical: "Medical",
  webhook: "Webhooks",
  key: "Keys",
  guild: "The guild",
  health: "Version and health",
};

/** A readable name of a group of operations. A new group shows its own name. */
export const groupTitle = (name: string): string => titles[name] ?? name;

export const groupId = (name: string): string => `operations-tag-${name}`;
