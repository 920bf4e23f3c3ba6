-- Every key begins with the guild and no reference crosses guilds, so that an engine that distributes
-- rows can do it by guild. Times are milliseconds since 1970, flags are 0 or 1.
-- Comments mark what only one of the engines understands: "clustered" tables are read by ranges of their
-- primary key, those "by guild" may be split into partitions, "bytes" are compared by bytes, and statements that
-- are "only SQLite" are skipped by the other engine.

create table setting (
  name  text not null primary key,
  value bigint not null
);
-- Grows with every change of a guild or key, so that a running server notices it.
insert into setting (name, value) values ('accounts_generation', 1);

create table guild (
  id         text /* bytes */ not null primary key,
  created_at bigint not null,
  last_seq   bigint not null default 0
);

create table api_key (
  id           bigint not null primary key,
  digest       text not null unique,
  name         text not null,
  scopes       bigint not null,
  created_at   bigint not null,
  expires_at   bigint,
  revoked_at   bigint,
  last_used_at bigint
);

create table api_key_guild (
  guild_id text /* bytes */ not null references guild (id) on delete cascade,
  key_id   bigint not null references api_key (id) on delete cascade,
  primary key (guild_id, key_id)
);

create table civilian (
  guild_id      text /* bytes */ not null references guild (id) on delete cascade,
  id            bigint not null,
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
  primary key (guild_id, id),
  unique (guild_id, name_key)
) /* by guild */;
-- The list shows the living, oldest first, and counts them.
create index civilian_living on civilian (guild_id, deceased, id);

create table vehicle (
  guild_id      text /* bytes */ not null,
  id            bigint not null,
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
  primary key (guild_id, id),
  unique (guild_id, plate_key),
  foreign key (guild_id, civilian_id) references civilian (guild_id, id) on delete cascade
) /* by guild */;
create index vehicle_owner on vehicle (guild_id, civilian_id, id);

create table firearm (
  guild_id      text /* bytes */ not null,
  id            bigint not null,
  civilian_id   bigint not null,
  serial_number text not null,
  serial_key    text /* bytes */ not null,
  model         text not null,
  color         text not null,
  stolen        smallint not null,
  registered_at bigint not null,
  primary key (guild_id, id),
  unique (guild_id, serial_key),
  foreign key (guild_id, civilian_id) references civilian (guild_id, id) on delete cascade
) /* by guild */;
create index firearm_owner on firearm (guild_id, civilian_id, id);

create table entry (
  guild_id    text /* bytes */ not null,
  civilian_id bigint not null,
  kind        smallint not null,
  count       bigint not null,
  author_name text not null,
  author_id   text not null,
  amount      double precision not null,
  time_text   text not null,
  text        text not null,
  made_at     bigint not null,
  primary key (guild_id, civilian_id, kind, count),
  foreign key (guild_id, civilian_id) references civilian (guild_id, id) on delete cascade
) /* by guild */ /* clustered */;

create table event (
  guild_id    text /* bytes */ not null references guild (id) on delete cascade,
  seq         bigint not null,
  at          bigint not null,
  kind        text not null,
  key_id      bigint,
  actor       text,
  civilian_id bigint,
  subject_id  bigint not null,
  before      text,
  after       text,
  primary key (guild_id, seq)
) /* by guild */ /* clustered */;
