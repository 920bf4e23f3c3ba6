-- The number of the event that this one takes back.
alter table event add column undoes bigint;

-- Deleted records, kept for some time so that the deletion can be undone. The entries of a kept civilian stay where they
-- are: nothing finds them without the civilian. "with_owner" is 1 for what was deleted together with its owner.
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
  with_owner    smallint not null,
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
create index kept_vehicle_owner on kept_vehicle (guild_id, civilian_id, with_owner);
create index kept_vehicle_age on kept_vehicle (guild_id, deleted_at) where with_owner = 0;

create table kept_firearm (
  guild_id      text /* bytes */ not null references guild (id) on delete cascade,
  id            bigint not null,
  deleted_at    bigint not null,
  with_owner    smallint not null,
  civilian_id   bigint not null,
  serial_number text not null,
  serial_key    text /* bytes */ not null,
  model         text not null,
  color         text not null,
  stolen        smallint not null,
  registered_at bigint not null,
  primary key (guild_id, id)
) /* by guild */;
create index kept_firearm_owner on kept_firearm (guild_id, civilian_id, with_owner);
create index kept_firearm_age on kept_firearm (guild_id, deleted_at) where with_owner = 0;

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
