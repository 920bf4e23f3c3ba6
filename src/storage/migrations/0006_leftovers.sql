-- Deleting a civilian deletes its vehicles and firearms at once. Its entries and search grams can be many: they are
-- listed here, are invisible, and are removed in small steps. Kinds 0 to 2 are those of search_gram, whose grams follow
-- from the key; kind 3 means the entries of a civilian.
create table leftover (
  guild_id   text /* bytes */ not null,
  kind       smallint not null,
  subject_id bigint not null,
  key        text /* bytes */ not null,
  primary key (guild_id, kind, subject_id)
) /* by guild */ /* clustered */;

-- Entries are no longer deleted together with their civilian. To drop a reference, SQLite needs only the definition
-- without it.
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
