-- Lists can filter by rare states; partial indexes contain only those records.
create index civilian_bolo on civilian (guild_id, deceased, id) where bolo_reason is not null;
create index vehicle_stolen on vehicle (guild_id, id) where stolen = 1;
create index vehicle_impounded on vehicle (guild_id, id) where impounded = 1;
create index firearm_stolen on firearm (guild_id, id) where stolen = 1;

-- How many changes of each kind were made on a day, counted in days since 1970. Every commit adds to it.
create table activity (
  guild_id text /* bytes */ not null references guild (id) on delete cascade,
  day      bigint not null,
  kind     text /* bytes */ not null,
  amount   bigint not null,
  primary key (guild_id, day, kind)
) /* by guild */ /* clustered */;
insert into activity (guild_id, day, kind, amount)
  select guild_id, at / 86400000, kind, count(*) from event group by guild_id, at / 86400000, kind;
