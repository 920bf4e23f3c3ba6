-- The number of the event that this one takes back.
alter table event add column undoes bigint;

-- Deleted records, kept for some time so that the deletion can be undone. What belonged to a deleted civilian stays where
-- it is: nothing finds entries without their civilian, and its vehicles and firearms are hidden.
create table kept_civilian (
  guild_id      text /* bytes */ not null references guild (id) on delete cascade,
  id            bigint not null,
  deleted_at    bigint not null,
  name          text not null,
  name_key      text /* bytes */ not null,
  user_id       text not null,
  user_name     text not null,
  deceased      smallint not null,
  bolo_reason   text,
  age           double precision not null,
  dob           text not null,
  gender        text not null,
  hair          text not null,
  height        double precision not null,
  weight        double precision not null,
  address       text not null,
  occupation    text not null,
  registered_at bigint not null,
  bolo_at       bigint,
  bolo_until    bigint,
  custody_until bigint,
  user_key      text /* bytes */ not null,
  primary key (guild_id, id)
) /* by guild */;
create index kept_civilian_age on kept_civilian (guild_id, deleted_at);

create table kept_vehicle (
  guild_id      text /* bytes */ not null references guild (id) on delete cascade,
  id            bigint not null,
  deleted_at    bigint not null,
  civilian_id   bigint not null,
  plate         text not null,
  plate_key     text /* bytes */ not null,
  model         text not null,
  color         text not null,
  color_type    text not null,
  registration  text not null,
  insurance     text not null,
  stolen        smallint not null,
  impounded     smallint not null,
  fee           double precision not null,
  registered_at bigint not null,
  impounded_at  bigint,
  release_at    bigint,
  primary key (guild_id, id)
) /* by guild */;
create index kept_vehicle_age on kept_vehicle (guild_id, deleted_at);

create table kept_firearm (
  guild_id      text /* bytes */ not null references guild (id) on delete cascade,
  id            bigint not null,
  deleted_at    bigint not null,
  civilian_id   bigint not null,
  serial_number text not null,
  serial_key    text /* bytes */ not null,
  model         text not null,
  color         text not null,
  stolen        smallint not null,
  registered_at bigint not null,
  primary key (guild_id, id)
) /* by guild */;
create index kept_firearm_age on kept_firearm (guild_id, deleted_at);

-- "hidden" is 1 if the owner was deleted. Another record can take the key of a hidden one; then "kept_key" is that key, and
-- the other column has a stand-in.
alter table vehicle add column hidden smallint not null default 0;
alter table vehicle add column kept_key text /* bytes */;
alter table firearm add column hidden smallint not null default 0;
alter table firearm add column kept_key text /* bytes */;
create index vehicle_kept_key on vehicle (guild_id, civilian_id, kept_key) where kept_key is not null;
create index firearm_kept_key on firearm (guild_id, civilian_id, kept_key) where kept_key is not null;
drop index vehicle_stolen;
drop index vehicle_impounded;
drop index vehicle_impounded_at;
drop index vehicle_release_at;
drop index firearm_stolen;
-- With the mark, so that SQLite counts without reading the rows.
create index vehicle_shown on vehicle (guild_id, id, hidden) where hidden = 0;
create index vehicle_shown_plate on vehicle (guild_id, plate_key, hidden) where hidden = 0;
create index vehicle_stolen on vehicle (guild_id, id) where stolen = 1 and hidden = 0;
create index vehicle_impounded on vehicle (guild_id, id) where impounded = 1 and hidden = 0;
create index vehicle_impounded_at on vehicle (guild_id, impounded_at, id) where impounded = 1 and hidden = 0;
create index vehicle_release_at on vehicle (guild_id, release_at) where release_at is not null and hidden = 0;
create index firearm_shown on firearm (guild_id, id, hidden) where hidden = 0;
create index firearm_shown_serial_number on firearm (guild_id, serial_key, hidden) where hidden = 0;
create index firearm_stolen on firearm (guild_id, id) where stolen = 1 and hidden = 0;
-- So they no longer refer to their owner. To drop a reference, SQLite needs only the definition without it.
/* only SQLite
pragma writable_schema = on;
update sqlite_master set sql = replace(sql, ',
  foreign key (guild_id, civilian_id) references civilian (guild_id, id) on delete cascade', '')
  where type = 'table' and name in ('vehicle', 'firearm');
pragma writable_schema = reset;
only SQLite */
/* only PostgreSQL
alter table vehicle drop constraint vehicle_guild_id_civilian_id_fkey;
alter table firearm drop constraint firearm_guild_id_civilian_id_fkey;
only PostgreSQL */

-- What a webhook was before it was edited or deleted. Events do not show the whole URL and no secret, so they cannot bring
-- it back. "event_id" is that of the change, and "next_url" the URL after an edit.
create table kept_webhook (
  guild_id   text /* bytes */ not null references guild (id) on delete cascade,
  event_id   bigint not null,
  deleted_at bigint not null,
  id         bigint not null,
  name       text not null,
  url        text not null,
  kinds      text not null,
  format     smallint not null,
  secret     text not null,
  created_at bigint not null,
  active     smallint not null,
  next_url   text not null,
  primary key (guild_id, event_id)
) /* by guild */;
create index kept_webhook_age on kept_webhook (guild_id, deleted_at);
