// Starts the real program with its own store and sends it requests.
import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const executable = path.resolve(repository, process.env["BLOTTER_PROGRAM"] ?? "build/release/blotter");

// The environment without the developer's own options.
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("BLOTTER_")));

interface Running {
  readonly process: ChildProcess;
  readonly url: string;
  readonly printed: readonly string[];
}

async function run(folder: string, options: readonly string[], address = "127.0.0.1:0"): Promise<Running> {
  const store = `sqlite:${path.join(folder, "blotter.db")}`;
  const child = spawn(executable, ["serve", "--listen", address, "--store", store, ...options], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  child.stderr.on("data", (piece: Buffer) => (log += piece.toString()));
  const printed: string[] = [];
  await new Promise<void>((resolve) => {
    const lines = createInterface(child.stdout);
    lines.on("line", (line) => {
      printed.push(line);
      if (!options.includes("--demo") || line.startsWith("Stop with")) resolve();
    });
    lines.on("close", resolve);
  });
  const url = /listening on (http:\/\/\S+)/.exec(printed[0] ?? "")?.[1];
  if (!url) throw new Error(`${executable} did not start: ${printed.join("\n")} ${log}`);
  return { process: child, url, printed };
}

export class Program {
  private constructor(
    private readonly folder: string,
    private readonly options: readonly string[],
    private running: Running,
  ) {}

  static async start(...options: string[]): Promise<Program> {
    const folder = mkdtempSync(path.join(tmpdir(), "blotter-browser-"));
    return new Program(folder, options, await run(folder, options));
  }

  get url(): string {
    return this.running.url;
  }

  /** The output so far: at least the first line, and the whole greeting of a demo. */
  get printed(): readonly string[] {
    return this.running.printed;
  }

  /** The printed link to a page: "setup" or "sign-in". */
  async link(place: string): Promise<string> {
    for (let tries = 0; tries < 100; ++tries) {
      const link = this.printed.find((line) => line.startsWith(`  ${this.url}/#/${place}/`));
      if (link) return link.trim();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`no link to ${place} after five seconds: ${this.printed.join("\n")}`);
  }

  private async terminate(): Promise<void> {
    const { process } = this.running;
    if (process.exitCode !== null) return;
    const ended = new Promise<number | null>((resolve) => process.once("close", resolve));
    process.kill("SIGTERM");
    const code = await ended;
    if (code !== 0) throw new Error(`the program exited with ${code}`);
  }

  /** Restarts it with the same store, on another port. Returns the output of the first run. */
  async restart(): Promise<readonly string[]> {
    await this.terminate();
    const { printed } = this.running;
    this.running = await run(this.folder, this.options);
    return printed;
  }

  /** Stops it until `resume`. */
  async halt(): Promise<void> {
    await this.terminate();
  }

  /** Starts it again with the same store and port. */
  async resume(): Promise<void> {
    this.running = await run(this.folder, this.options, new URL(this.url).host);
  }

  async stop(): Promise<void> {
    await this.terminate();
    rmSync(this.folder, { recursive: true });
  }

  /** Runs an admin command on the server's store. */
  run(...words: string[]): string {
    const store = `sqlite:${path.join(this.folder, "blotter.db")}`;
    return execFileSync(executable, [...words, "--store", store], { env: environment, encoding: "utf8" }).trim();
  }

  createKey(guilds: readonly string[], ...options: string[]): string {
    return this.run("key", "create", ...guilds.flatMap((guild) => ["--guild", guild]), ...options);
  }
}

/** An API client for one guild. */
export class Guild {
  constructor(
    readonly program: Program,
    readonly id: string,
    readonly key: string,
  ) {}

  /** The same guild with a key that has only these scopes: "read,leo". */
  withScopes(scopes: string): Guild {
    return new Guild(this.program, this.id, this.program.createKey([this.id], "--scopes", scopes));
  }

  private request(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${this.program.url}/api/${path}`, {
      method,
      headers: { Authorization: this.key, Guild: this.id },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }

  private async requestOk(method: string, path: string, body?: object) {
    const response = await this.request(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }

  get(path: string, query: Record<string, string> = {}) {
    return this.requestOk("GET", `${path}?${new URLSearchParams(query).toString()}`);
  }

  async status(path: string, query: Record<string, string> = {}): Promise<number> {
    return (await this.request("GET", `${path}?${new URLSearchParams(query).toString()}`)).status;
  }

  post(path: string, body: object) {
    return this.requestOk("POST", path, body);
  }

  patch(path: string, body: object) {
    return this.requestOk("PATCH", path, body);
  }

  remove(path: string, query: Record<string, string>) {
    return this.requestOk("DELETE", `${path}?${new URLSearchParams(query).toString()}`);
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

  raiseBolo(name: string, reason: string) {
    return this.patch("civilian/bolo", { name, bolo: true, reason });
  }

  endBolo(name: string) {
    return this.patch("civilian/bolo", { name, bolo: false });
  }

  arrest(name: string, charges: string, time: number) {
    return this.post("leo/arrest", { name, officerName: "Sgt. Reyes", officerID: "204", charges, time });
  }

  setPenalCode(entries: readonly object[]) {
    return this.requestOk("PUT", "penal-code", { entries });
  }

  cite(name: string, charges: string) {
    return this.post("leo/cite", { name, officerName: "Sgt. Reyes", officerID: "204", charges, amount: 5 });
  }

  /** A webhook for all events. Returns its id. */
  async webhook(url: string, changes: object = {}): Promise<string> {
    return (await this.post("webhook/create", { url, kinds: ["*"], format: "standard", ...changes }))
      .webhookID as string;
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

  /** Returns the serial number. */
  async firearm(owner: string): Promise<string> {
    const made = await this.post("firearm/create", { name: owner, model: "Combat Pistol", color: "Black" });
    return made.firearm[0].serialNumber as string;
  }

  /** A revocation takes effect within a second. */
  async untilRefused(): Promise<void> {
    for (let tries = 0; tries < 100; ++tries) {
      if ((await this.status("key")) === 403) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error("the key is still accepted after five seconds");
  }
}
