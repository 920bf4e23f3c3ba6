// One request as code in several languages.

export interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or nothing. */
  readonly body?: string;
}

export interface Language {
  readonly title: string;
  readonly write: (call: Call) => string;
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const quoted = (text: string): string => JSON.stringify(text);

/** Within single quotes, only the single quote is special. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function curl({ method, url, headers, body }: Call): string {
  const lines = [`curl -X ${method} ${shellQuoted(url)}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${shellQuoted(`${name}: ${value}`)}`);
  if (body) lines.push(`-d ${shellQuoted(body)}`);
  return lines.join(" \\\n  ");
}

function pairs(headers: Call["headers"], write: (name: string, value: string) => string): string {
  return Object.entries(headers)
    .map(([name, value]) => write(quoted(name), quoted(value)))
    .join(", ");
}

function javascript({ method, url, headers, body }: Call): string {
  const options = [`method: ${quoted(method)}`, `headers: { ${pairs(headers, (name, value) => `${name}: ${value}`)} }`];
  if (body) options.push(`body: JSON.stringify(${body})`);
  return `const response = await fetch(${quoted(url)}, {
${options.map((option) => `  ${option},\n`).join("")}});
console.log(response.status, await response.json());`;
}

function pythonValue(value: Json): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `${quoted(name)}: ${pythonValue(inner)}`);
  return `{${members.join(", ")}}`;
}

function python({ method, url, headers, body }: Call): string {
  const given = [quoted(method), quoted(url), `headers={${pairs(headers, (name, value) => `${name}: ${value}`)}}`];
  if (body) given.push(`json=${pythonValue(JSON.parse(body) as Json)}`);
  return `import requests

response = requests.request(
${given.map((line) => `    ${line},\n`).join("")})
print(response.status_code, response.json())`;
}

/** Lua has JSON's escapes except `\u`. It is not needed: these texts contain no control characters. */
const luaQuoted = (text: string): string =>
  `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n").replaceAll("\t", "\\t")}"`;

function luaValue(value: Json): string {
  if (value === null) return "nil";
  if (typeof value === "string") return luaQuoted(value);
  if (Array.isArray(value)) return `{ ${value.map(luaValue).join(", ")} }`;
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `[${luaQuoted(name)}] = ${luaValue(inner)}`);
  return `{ ${members.join(", ")} }`;
}

function lua({ method, url, headers, body }: Call): string {
  const data = body ? `json.encode(${luaValue(JSON.parse(body) as Json)})` : '""';
  const shown = Object.entries(headers).map(([name, value]) => `[${luaQuoted(name)}] = ${luaQuoted(value)}`);
  return `-- In a server script: players must never see the key.
PerformHttpRequest(${luaQuoted(url)}, function(status, body)
  print(status, body)
end, ${luaQuoted(method)}, ${data}, { ${shown.join(", ")} })`;
}

export const languages: readonly Language[] = [
  { title: "curl", write: curl },
  { title: "JavaScript", write: javascript },
  { title: "Python", write: python },
  { title: "FiveM Lua", write: lua },
];
