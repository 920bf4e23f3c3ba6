-- The response of each change that was sent with an Idempotency-Key. It is kept for a day, so that a retry gets it
-- again. "request" is a digest of the operation and its input. "day" is that of "at", in days since 1970: as a part of
-- the key it finds old rows, so that no second index is necessary. In the order of insertion, not clustered, because
-- rows are long (see 0005).
create table idempotency (
  guild_id text /* bytes */ not null references guild (id) on delete cascade,
  day      bigint not null,
  key_id   bigint not null,
  name     text /* bytes */ not null,
  request  text not null,
  body     text not null,
  at       bigint not null,
  primary key (guild_id, day, key_id, name)
) /* by guild */;
