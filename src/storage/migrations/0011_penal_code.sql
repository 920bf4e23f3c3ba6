-- What offences cost, in the order in which people read them: "place" counts from 1. It is written as a whole and has at
-- most 500 rows.
create table penal_code (
  guild_id text /* bytes */ not null references guild (id) on delete cascade,
  place    bigint not null,
  code     text not null,
  title    text not null,
  fine     double precision not null,
  seconds  double precision not null,
  primary key (guild_id, place)
) /* by guild */ /* clustered */;
