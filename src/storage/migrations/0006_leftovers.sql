-- A deleted civilian takes his vehicles and firearms along at once. What else there was of them can be very much: it
-- is noted here, out of everybody's sight, and removed in small pieces. Kinds 0 to 2 are those of search_gram, whose
-- grams follow from the key; kind 3 means the entries of a civilian.
create table leftover (
  guild_id   text /* bytes */ not null,
  kind       smallint not null,
  subject_id bigint not null,
  key        text /* bytes */ not null,
  primary key (guild_id, kind, subject_id)
) /* by guild */ /* clustered */;

-- Entries no longer go with their civilian in the same moment. To drop a reference, SQLite needs nothing but the
-- definition without it.
/* only SQLite
pragma writable_schema = on;
update sqlite_master set sql = replace(sql, ',
  foreign key (guild_id, civilian_id) references civilian (guild_id, id) on delete cascade', '')
  where type = 'table' and name = 'entry';
pragma writable_schema = reset;
only SQLite */
/* only PostgreSQL
alter table entry drop constraint if exists entry_guild_id_civilian_id_fkey;
only PostgreSQL */
