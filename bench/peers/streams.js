// Server-sent events: the events of a guild, to all of its streams. Each process reads them from the store, in order; the
// primary passes on which guilds have changed. Events that follow closely are sent together, as Blotter does.
import { told } from "./answers.js";

const PAUSE_MS = 20;

export class Streams {
  #store;
  #guilds = new Map(); // by name: { last, isWaiting, replies }

  constructor(store) {
    this.#store = store;
    process.on("message", ({ changed }) => changed && this.#notice(changed));
  }

  /// After a change, in the process that has made it.
  tell(guild) {
    process.send({ changed: guild });
  }

  async open(guild, reply) {
    const last = await this.#store.lastSeq(guild);
    if (!this.#guilds.has(guild)) this.#guilds.set(guild, { last, isWaiting: false, replies: new Set() });
    const { replies } = this.#guilds.get(guild);
    reply.hijack();
    reply.raw.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no" });
    reply.raw.write("retry: 2000\n: connected\n\n");
    replies.add(reply.raw);
    reply.raw.on("close", () => replies.delete(reply.raw));
  }

  #notice(guild) {
    const known = this.#guilds.get(guild);
    if (!known || known.isWaiting) return;
    known.isWaiting = true;
    setTimeout(() => this.#send(guild, known), PAUSE_MS);
  }

  async #send(guild, known) {
    known.isWaiting = false;
    const rows = await this.#store.eventsAfter(guild, known.last);
    // Another call may have sent some meanwhile.
    const fresh = rows.filter((row) => Number(row.seq) > known.last);
    if (fresh.length === 0) return;
    known.last = Number(fresh.at(-1).seq);
    const text = Buffer.from(fresh.map(told).join(""));
    for (const raw of known.replies) raw.write(text);
  }
}
