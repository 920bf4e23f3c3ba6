-- A key that was made for several guilds is not theirs: each of them can only take it off itself.
alter table api_key add column shared smallint not null default 0;
update api_key set shared = 1 where id in (select key_id from api_key_guild group by key_id having count(*) > 1);

-- For the guilds of one key, and for the deletion of a key.
create index api_key_guild_key on api_key_guild (key_id);

-- Keys to be. Who has the token of an invitation can make its key, once, before "ends_at". "id" becomes the id of the
-- key, "lifetime" is how long that key is valid, in milliseconds, and "made_by" is the key that has invited.
create table invitation (
  guild_id   text /* bytes */ not null references guild (id) on delete cascade,
  id         bigint not null,
  digest     text /* bytes */ not null,
  name       text not null,
  scopes     bigint not null,
  lifetime   bigint,
  created_at bigint not null,
  ends_at    bigint not null,
  made_by    bigint not null,
  primary key (guild_id, id),
  unique (guild_id, digest)
) /* by guild */ /* clustered */;
