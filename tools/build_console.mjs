// Builds the console with npm and writes its files as a C++ source: node tools/build_console.mjs FOLDER OPENAPI
//
// OPENAPI is the document for the console's types. FOLDER gets dist/, embedded_files.cpp, and a digest of all inputs. If the
// digest is unchanged, nothing is done.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const CONSOLE = fileURLToPath(new URL("../console", import.meta.url));
const GENERATED = path.join(CONSOLE, "src/api/generated");

const CONTENT_TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

const sha256 = (content) => createHash("sha256").update(content).digest("hex");

function filesBelow(folder, ...without) {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .map((entry) => [entry, path.join(folder, entry.name)])
    .filter(([, full]) => !without.includes(full))
    .flatMap(([entry, full]) => (entry.isDirectory() ? filesBelow(full, ...without) : [full]))
    .sort();
}

function digestOfInputs(openapi) {
  const sources = filesBelow(CONSOLE, path.join(CONSOLE, "node_modules"), GENERATED);
  const inputs = [fileURLToPath(import.meta.url), openapi, ...sources];
  // Each preset has its own document, so its path is not part of the digest.
  const label = (file) => (file === openapi ? "the document" : path.relative(CONSOLE, file));
  return sha256(inputs.map((file) => `${sha256(fs.readFileSync(file))} ${label(file)}\n`).join(""));
}

function readIfThere(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
}

const npm = (...words) => execFileSync("npm", words, { cwd: CONSOLE, stdio: ["ignore", 2, 2] });

/** Runs only if the lock file has changed, so that other builds need no network. */
function installPackages() {
  const note = path.join(CONSOLE, "node_modules/.installed-lock");
  const lock = sha256(fs.readFileSync(path.join(CONSOLE, "package-lock.json")));
  if (readIfThere(note) === lock) return;
  // No package needs install scripts, so they are disabled.
  npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
  fs.writeFileSync(note, lock);
}

/** The members of each operation, for forms: type, length, choices and description. */
function membersOf(operation) {
  const body = operation.requestBody?.content["application/json"].schema;
  const inBody = Object.entries(body?.properties ?? {}).map(([name, rules]) => ({
    name,
    about: rules.description,
    required: body.required.includes(name),
    rules,
  }));
  const inQuery = (operation.parameters ?? []).map(({ name, description, required, schema }) => ({
    name,
    about: description,
    required,
    rules: schema,
  }));
  return Object.fromEntries(
    [...inBody, ...inQuery].map(({ name, about, required, rules }) => [
      name,
      { type: rules.type ?? "any", required, about, maxLength: rules.maxLength, choices: rules.enum },
    ]),
  );
}

/** Generates the console's types and members from the OpenAPI document. */
function writeGenerated(openapi) {
  fs.mkdirSync(GENERATED, { recursive: true });
  npm("run", "--silent", "types", "--", openapi, "--output", path.join(GENERATED, "schema.d.ts"));
  const operations = Object.values(JSON.parse(fs.readFileSync(openapi, "utf8")).paths).flatMap(Object.values);
  const members = Object.fromEntries(operations.map((operation) => [operation.operationId, membersOf(operation)]));
  fs.writeFileSync(path.join(GENERATED, "members.json"), `${JSON.stringify(members, null, 2)}\n`);
}

/** A C++ literal for any bytes: three octal digits end an escape, whatever follows. */
function literal(bytes) {
  const perLine = 64;
  const lines = [];
  for (let from = 0; from < bytes.length; from += perLine) {
    let line = "";
    for (const byte of bytes.subarray(from, from + perLine)) {
      const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c && byte !== 0x3f;
      line += isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;
    }
    lines.push(`     "${line}"`);
  }
  return `${lines.join("\n")}sv`;
}

function embeddedFile(dist, file) {
  const name = `/${path.relative(dist, file)}`;
  const type = CONTENT_TYPES[path.extname(file)];
  if (!type) throw new Error(`${name}: unknown content type; add it in tools/build_console.mjs`);
  const content = fs.readFileSync(file);
  // Vite puts only files with a content hash in their name into this folder.
  const caching = name.startsWith("/assets/") ? "immutable" : "revalidate";
  const packed = gzipSync(content, { level: 9 });
  return `    {"${name}", "${type}", "${sha256(content).slice(0, 16)}", Caching::${caching},\n${literal(packed)}},\n`;
}

function cppSource(dist) {
  return `// Made by tools/build_console.mjs from console/.
#include "http/embedded_files.hpp"

using namespace std::literals;

namespace blotter::http {
namespace {

constexpr File files[] = {
${filesBelow(dist)
  .map((file) => embeddedFile(dist, file))
  .join("")}};

}  // namespace

std::span<const File> embedded_files() { return files; }

}  // namespace blotter::http
`;
}

function main() {
  const [folder, openapi] = process.argv.slice(2).map((name) => path.resolve(name));
  const source = path.join(folder, "embedded_files.cpp");
  const note = path.join(folder, "digest");
  const digest = digestOfInputs(openapi);
  if (readIfThere(note) === digest && fs.existsSync(source)) return;
  installPackages();
  writeGenerated(openapi);
  const dist = path.join(folder, "dist");
  npm("run", "--silent", "build", "--", "--outDir", dist, "--emptyOutDir", "--logLevel", "warn");
  fs.writeFileSync(source, cppSource(dist));
  fs.writeFileSync(note, digest);
}

main();
