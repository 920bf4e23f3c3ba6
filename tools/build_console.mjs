// Builds the console with npm and writes its files as a C++ source: node tools/build_console.mjs FOLDER
//
// FOLDER gets dist/, embedded_files.cpp, and a digest of all that went in. Where that is still the same, nothing is done.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const CONSOLE = fileURLToPath(new URL("../console", import.meta.url));

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

function filesBelow(folder, skip = () => false) {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !skip(entry.name))
    .flatMap((entry) => {
      const full = path.join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(full, skip) : [full];
    })
    .sort();
}

function digestOfInputs() {
  const inputs = [fileURLToPath(import.meta.url), ...filesBelow(CONSOLE, (name) => name === "node_modules")];
  return sha256(inputs.map((file) => `${sha256(fs.readFileSync(file))} ${file}\n`).join(""));
}

function readIfThere(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
}

const npm = (...words) => execFileSync("npm", words, { cwd: CONSOLE, stdio: ["ignore", 2, 2] });

/** Only when other packages are wanted than there are, so that a build needs no network otherwise. */
function installPackages() {
  const note = path.join(CONSOLE, "node_modules/.installed-lock");
  const lock = sha256(fs.readFileSync(path.join(CONSOLE, "package-lock.json")));
  if (readIfThere(note) === lock) return;
  // No package needs to run anything of its own to be installed, so none may.
  npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
  fs.writeFileSync(note, lock);
}

/** A literal of any bytes: three octal digits end an escape, whatever follows. */
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
  if (!type) throw new Error(`${name}: tools/build_console.mjs knows no content type for it`);
  const content = fs.readFileSync(file);
  // Vite puts what it names by its content into this folder, and nothing else.
  const caching = name.startsWith("/assets/") ? "for_ever" : "ask_again";
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
  const folder = path.resolve(process.argv[2]);
  const source = path.join(folder, "embedded_files.cpp");
  const note = path.join(folder, "digest");
  const digest = digestOfInputs();
  if (readIfThere(note) === digest && fs.existsSync(source)) return;
  installPackages();
  const dist = path.join(folder, "dist");
  npm("run", "--silent", "build", "--", "--outDir", dist, "--emptyOutDir", "--logLevel", "warn");
  fs.writeFileSync(source, cppSource(dist));
  fs.writeFileSync(note, digest);
}

main();
