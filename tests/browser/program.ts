// The real program on a store of its own, started and spoken to as a stranger would.
import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const executable = path.resolve(repository, process.env["BLOTTER_PROGRAM"] ?? "build/release/blotter");

// Ours without the options of whoever runs the tests.
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("BLOTTER_")));

export class Program {
  private constructor(
    private readonly folder: string,
    private readonly process: ChildProcess,
    readonly url: string,
    /** What it printed at its start, up to the line that says how to stop it. */
    readonly printed: readonly string[],
  ) {}

  static async start(...options: string[]): Promise<Program> {
    const folder = mkdtempSync(path.join(tmpdir(), "blotter-browser-"));
    const store = `sqlite:${path.join(folder, "blotter.db")}`;
    const child = spawn(executable, ["serve", "--listen", "127.0.0.1:0", "--store", store, ...options], {
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let log = "";
    child.stderr.on("data", (piece: Buffer) => (log += piece.toString()));
    const printed: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      printed.push(line);
      if (!options.includes("--demo") || line.startsWith("Stop with")) break;
    }
    child.stdout.resume();
    const url = /listening on (http:\/\/\S+)/.exec(printed[0] ?? "")?.[1];
    if (!url) throw new Error(`${executable} did not start: ${printed.join("\n")} ${log}`);
    return new Program(folder, child, url, printed);
  }

  async stop(): Promise<void> {
    const ended = new Promise<number | null>((resolve) => this.process.once("exit", resolve));
    this.process.kill("SIGTERM");
    const code = await ended;
    rmSync(this.folder, { recursive: true });
    if (code !== 0) throw new Error(`the program ended with ${code}`);
  }

  /** Runs an administration command beside the server. */
  run(...words: string[]): string {
    const store = `sqlite:${path.join(this.folder, "blotter.db")}`;
    return execFileSync(executable, [...words, "--store", store], { env: environment, encoding: "utf8" }).trim();
  }

  createKey(guilds: readonly string[], ...options: string[]): string {
    return this.run("key", "create", ...guilds.flatMap((guild) => ["--guild", guild]), ...options);
  }
}

/** A guild of a test, as a client of the API sees it. */
export class Guild {
  constructor(
    readonly program: Program,
    readonly id: string,
    readonly key: string,
  ) {}

  private ask(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${this.program.url}/api/${path}`, {
      method,
      headers: { Authorization: this.key, Guild: this.id },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }

  private async must(method: string, path: string, body?: object) {
    const answer = await this.ask(method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }

  get(path: string, query: Record<string, string> = {}) {
    return this.must("GET", `${path}?${new URLSearchParams(query).toString()}`);
  }

  async status(path: string, query: Record<string, string> = {}): Promise<number> {
    return (await this.ask("GET", `${path}?${new URLSearchParams(query).toString()}`)).status;
  }

  post(path: string, body: object) {
    return this.must("POST", path, body);
  }

  patch(path: string, body: object) {
    return this.must("PATCH", path, body);
  }

  civilian(name: string, changes: object = {}) {
    return this.post("civilian/create", {
      userID: "184405311681986560",
      userName: "player.one",
      name,
      age: 25,
      dob: "2001-07-04",
      gender: "Male",
      hair: "Brown",
      weight: 80,
      height: 180,
      address: "12 Grove Street",
      occupation: "Mechanic",
      ...changes,
    });
  }

  vehicle(owner: string, plate: string, changes: object = {}) {
    return this.post("vehicle/create", {
      name: owner,
      plate,
      model: "Heron Sedan",
      color: "Midnight blue",
      colorType: "Metallic",
      registration: "Valid",
      insurance: "Valid",
      ...changes,
    });
  }

  /** Gives its serial number. */
  async firearm(owner: string): Promise<string> {
    const made = await this.post("firearm/create", { name: owner, model: "Combat Pistol", color: "Black" });
    return made.firearm[0].serialNumber as string;
  }

  /** The server honours new keys and revocations within a second. */
  async untilKeyIs(status: 200 | 403): Promise<void> {
    for (let tries = 0; tries < 100; ++tries) {
      if ((await this.status("key")) === status) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the key is not ${status} after five seconds`);
  }
}
