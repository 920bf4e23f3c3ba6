// better-sqlite3: synchronous calls, one connection per process, every change durable before its response.
import Database from "better-sqlite3";
import { CITATION, archived } from "./answers.js";
import { civilianValues, keysOf, newCivilian, newId, statements } from "./statements.js";

const CACHE_KIB = 32 * 1024;

export function open(url) {
  const db = new Database(url.slice("sqlite:".length), { timeout: 10_000 });
  db.pragma("synchronous = full");
  db.pragma("foreign_keys = on");
  db.pragma(`cache_size = -${CACHE_KIB}`);
  // The driver takes values in the order of their placeholders, so a value with two placeholders is passed twice.
  const prepare = (text) => {
    const places = [...text.matchAll(/\$(\d+)/g)].map((place) => place[1] - 1);
    const statement = db.prepare(text.replace(/\$\d+/g, "?"));
    const isPlain = places.every((value, place) => value === place);
    const placed = isPlain ? (values) => values : (values) => places.map((value) => values[value]);
    return {
      get: (...values) => statement.get(placed(values)),
      all: (...values) => statement.all(placed(values)),
      run: (...values) => statement.run(placed(values)),
    };
  };
  const prepared = Object.fromEntries(Object.entries(statements).map(([name, text]) => [name, prepare(text)]));

  const append = (guild, now, kind, key, actor, civilian, subject, after) => {
    const { last_seq: seq } = prepared.nextSeq.get(guild);
    prepared.insertEvent.run(guild, seq, newId(now), now, kind, key, actor, civilian, subject, after);
  };
  const cite = db.transaction((guild, body, key) => {
    const civilian = prepared.civilian.get(guild, body.nameKey);
    if (!civilian) return null;
    if (civilian.deceased) return { deceased: true };
    const now = Date.now();
    const { count } = prepared.insertEntry.get(
      guild, civilian.id, CITATION, body.officerName, body.officerID, body.amount, body.charges, now,
    );
    const entry = { ...body, count, made: now };
    append(guild, now, "leo.cited", key, body.officerName, civilian.id, String(count), archived.citation(entry));
    return { civilian, entry };
  });
  const createCivilian = db.transaction((guild, body, key) => {
    const now = Date.now();
    const row = newCivilian(body, now);
    if (!prepared.insertCivilian.get(...civilianValues(guild, row, body.nameKey))) return null;
    append(guild, now, "civilian.created", key, row.user_name, row.id, row.id, archived.civilian(row));
    return row;
  });

  return {
    keys: () => keysOf(prepared.keys.all()),
    dossier: (guild, key) => prepared.dossier.all(guild, key),
    living: (guild) => prepared.living.all(guild),
    vehicle: (guild, key) => prepared.vehicle.get(guild, key),
    cite: cite.immediate,
    createCivilian: createCivilian.immediate,
    lastSeq: (guild) => prepared.lastSeq.get(guild).last_seq,
    eventsAfter: (guild, seq) => prepared.eventsAfter.all(guild, seq),
  };
}
