// An example of a response, made from its schema.

interface ResponseSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly ResponseSchema[];
  readonly allOf?: readonly ResponseSchema[];
  readonly items?: ResponseSchema;
  readonly properties?: Readonly<Record<string, ResponseSchema>>;
}

const simple: Readonly<Record<string, unknown>> = { string: "", boolean: false, integer: 1, number: 1, object: {} };

export function sampleOf(schema: ResponseSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  const [example] = schema.examples ?? schema.enum ?? [];
  if (example !== undefined) return example;
  const [first] = schema.anyOf ?? [];
  if (first) return sampleOf(first);
  if (schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties).map(([name, value]) => [name, sampleOf(value)]));
  }
  if (schema.items) return [sampleOf(schema.items)];
  const type = typeof schema.type === "string" ? schema.type : schema.type?.[0];
  return simple[type ?? ""] ?? null;
}
