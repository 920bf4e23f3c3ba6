-- What search looks up: every three characters in a row of a record's key, with a space before the key and
-- one after it. Kind 0 is the name of a civilian, 1 the plate of a vehicle, 2 the serial number of a firearm.
-- They are inserted and deleted with their record in the same transaction. There is no reference to the guild: a name
-- has a dozen of them, and the guild would be looked up for each.
create table search_gram (
  guild_id   text /* bytes */ not null,
  kind       smallint not null,
  gram       text /* bytes */ not null,
  subject_id bigint not null,
  primary key (guild_id, kind, gram, subject_id)
) /* by guild */ /* clustered */;

-- In the order of the key, so that the table grows at its end only.
insert into search_gram (guild_id, kind, gram, subject_id)
with recursive place (n) as (
  select 1 union all
  select n + 1 from place where n < (select coalesce(max(length(name_key)), 0) from civilian)
)
select guild_id, 0, substr(' ' || name_key || ' ', n, 3), id
from civilian join place on n <= length(name_key)
where true order by 1, 2, 3, 4 on conflict do nothing;

insert into search_gram (guild_id, kind, gram, subject_id)
with recursive place (n) as (
  select 1 union all
  select n + 1 from place where n < (select coalesce(max(length(plate_key)), 0) from vehicle)
)
select guild_id, 1, substr(' ' || plate_key || ' ', n, 3), id
from vehicle join place on n <= length(plate_key)
where true order by 1, 2, 3, 4 on conflict do nothing;

insert into search_gram (guild_id, kind, gram, subject_id)
with recursive place (n) as (
  select 1 union all
  select n + 1 from place where n < (select coalesce(max(length(serial_key)), 0) from firearm)
)
select guild_id, 2, substr(' ' || serial_key || ' ', n, 3), id
from firearm join place on n <= length(serial_key)
where true order by 1, 2, 3, 4 on conflict do nothing;

-- The changes of one civilian, in the order in which they were made.
create index event_civilian on event (guild_id, civilian_id, seq);
