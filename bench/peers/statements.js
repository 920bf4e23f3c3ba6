// The same statements as Blotter; ids as text, because they are too large for JavaScript's numbers.
const CIVILIAN = `cast(c.id as text) as id, c.user_id, c.user_name, c.name, c.deceased, c.bolo_reason, c.age, c.dob, c.gender,
  c.hair, c.height, c.weight, c.address, c.occupation, c.registered_at`;

export const statements = {
  keys: `select cast(k.id as text) as id, k.digest, k.scopes, g.guild_id from api_key k
    join api_key_guild g on g.key_id = k.id where k.revoked_at is null`,
  dossier: `select ${CIVILIAN}, e.kind, e.author_name, e.author_id, e.amount, e.time_text, e.text, e.made_at
    from civilian c left join entry e on e.guild_id = c.guild_id and e.civilian_id = c.id
    where c.guild_id = $1 and c.name_key = $2 order by e.kind, e.count`,
  living: `select ${CIVILIAN} from civilian c where c.guild_id = $1 and c.deceased = 0 order by c.id`,
  vehicle: `select cast(v.id as text) as id, cast(c.id as text) as civilian_id, c.user_id, c.user_name, c.name, v.plate, v.model,
    v.color, v.color_type, v.registration, v.insurance, v.stolen, v.impounded, v.registered_at
    from vehicle v join civilian c on c.guild_id = v.guild_id and c.id = v.civilian_id
    where v.guild_id = $1 and v.plate_key = $2`,
  civilian: "select cast(c.id as text) as id, c.name, c.deceased from civilian c where c.guild_id = $1 and c.name_key = $2",
  insertCivilian: `insert into civilian (guild_id, id, name, name_key, user_id, user_name, deceased, bolo_reason, age, dob,
    gender, hair, height, weight, address, occupation, registered_at)
    values ($1, cast($2 as bigint), $3, $4, $5, $6, 0, null, $7, $8, $9, $10, $11, $12, $13, $14, $15)
    on conflict do nothing returning cast(id as text) as id`,
  insertEntry: `insert into entry (guild_id, civilian_id, kind, count, author_name, author_id, amount, time_text, text, made_at)
    values ($1, cast($2 as bigint), $3, (select coalesce(max(count), 0) + 1 from entry
      where guild_id = $1 and civilian_id = cast($2 as bigint) and kind = $3), $4, $5, $6, '', $7, $8) returning count`,
  lastSeq: "select last_seq from guild where id = $1",
  eventsAfter: `select e.seq, cast(e.id as text) as id, e.at, e.kind, cast(e.key_id as text) as key_id, k.name as key_name, e.actor,
    cast(e.civilian_id as text) as civilian_id, c.name as civilian_name, cast(e.subject_id as text) as subject_id, e.before, e.after
    from event e left join api_key k on k.id = e.key_id left join civilian c on c.guild_id = $1 and c.id = e.civilian_id
    where e.guild_id = $1 and e.seq > $2 order by e.seq`,
  nextSeq: "update guild set last_seq = last_seq + 1 where id = $1 returning last_seq",
  insertEvent: `insert into event (guild_id, seq, id, at, kind, key_id, actor, civilian_id, subject_id, before, after)
    values ($1, $2, cast($3 as bigint), $4, $5, cast($6 as bigint), $7, cast($8 as bigint), cast($9 as bigint), null, $10)`,
};

let last = 0n;
/// 64 bits of milliseconds and random bits, growing.
export function newId(now) {
  const fresh = (BigInt(now - 1_420_070_400_000) << 22n) | BigInt(Math.floor(Math.random() * 2 ** 21));
  last = fresh > last ? fresh : last + 1n;
  return String(last);
}

/// Keys by digest, from rows of `keys`.
export function keysOf(rows) {
  const keys = new Map();
  for (const { id, digest, scopes, guild_id: guild } of rows) {
    if (!keys.has(digest)) keys.set(digest, { id, scopes: Number(scopes), guilds: new Set() });
    keys.get(digest).guilds.add(guild);
  }
  return keys;
}

export function newCivilian(body, now) {
  return {
    id: newId(now),
    user_id: body.userID,
    user_name: body.userName,
    name: body.name,
    deceased: 0,
    bolo_reason: null,
    age: body.age,
    dob: body.dob,
    gender: body.gender,
    hair: body.hair,
    height: body.height,
    weight: body.weight,
    address: body.address,
    occupation: body.occupation,
    registered_at: now,
  };
}

export const civilianValues = (guild, row, nameKey) => [
  guild, row.id, row.name, nameKey, row.user_id, row.user_name, row.age, row.dob,
  row.gender, row.hair, row.height, row.weight, row.address, row.occupation, row.registered_at,
];
