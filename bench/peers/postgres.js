// pg: a pool per process, named (and so prepared) statements, one transaction per change.
import pg from "pg";
import { CITATION, archived } from "./answers.js";
import { civilianValues, keysOf, newCivilian, newId, statements } from "./statements.js";

// The same total number of connections as Blotter's default.
const CONNECTIONS = 16;

export async function open(url, workers) {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS / workers });
  const run = async (client, name, ...values) => (await client.query({ name, text: statements[name], values })).rows;

  /// Changes of one guild lock its row, so that numbers are unique and have no gaps.
  async function inTransaction(guild, change) {
    const client = await pool.connect();
    try {
      await client.query("begin");
      const [{ last_seq: seq }] = await run(client, "nextSeq", guild);
      const done = await change(client, seq);
      await client.query(done && !done.deceased ? "commit" : "rollback");
      return done;
    } catch (error) {
      await client.query("rollback");
      throw error;
    } finally {
      client.release();
    }
  }

  return {
    keys: async () => keysOf(await run(pool, "keys")),
    dossier: (guild, key) => run(pool, "dossier", guild, key),
    living: (guild) => run(pool, "living", guild),
    vehicle: async (guild, key) => (await run(pool, "vehicle", guild, key))[0],
    lastSeq: async (guild) => Number((await run(pool, "lastSeq", guild))[0].last_seq),
    eventsAfter: (guild, seq) => run(pool, "eventsAfter", guild, seq),
    cite: (guild, body, key) =>
      inTransaction(guild, async (client, seq) => {
        const [civilian] = await run(client, "civilian", guild, body.nameKey);
        if (!civilian) return null;
        if (civilian.deceased) return { deceased: true };
        const now = Date.now();
        const [{ count }] = await run(
          client, "insertEntry", guild, civilian.id, CITATION, body.officerName, body.officerID, body.amount, body.charges, now,
        );
        const entry = { ...body, count, made: now };
        await run(
          client, "insertEvent", guild, seq, newId(now), now, "leo.cited", key, body.officerName, civilian.id, count,
          archived.citation(entry),
        );
        return { civilian, entry };
      }),
    createCivilian: (guild, body, key) =>
      inTransaction(guild, async (client, seq) => {
        const now = Date.now();
        const row = newCivilian(body, now);
        if ((await run(client, "insertCivilian", ...civilianValues(guild, row, body.nameKey))).length === 0) return null;
        await run(
          client, "insertEvent", guild, seq, newId(now), now, "civilian.created", key, row.user_name, row.id, row.id,
          archived.civilian(row),
        );
        return row;
      }),
  };
}
