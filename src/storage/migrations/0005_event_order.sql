-- SQLite keeps a clustered table in the order of its key, and the rows of the log are long: each change had to make
-- room between the events of its guild and those of the next. Now they lie in the order in which they come, and
-- an index leads to them, as PostgreSQL has had it from the start.
/* only SQLite
create table event_in_order (
  guild_id    text not null references guild (id) on delete cascade,
  seq         bigint not null,
  id          bigint not null,
  at          bigint not null,
  kind        text not null,
  key_id      bigint,
  actor       text,
  civilian_id bigint,
  subject_id  bigint not null,
  before      text,
  after       text,
  primary key (guild_id, seq)
);
insert into event_in_order (guild_id, seq, id, at, kind, key_id, actor, civilian_id, subject_id, before, after)
  select guild_id, seq, id, at, kind, key_id, actor, civilian_id, subject_id, before, after
  from event order by guild_id, seq;
drop table event;
alter table event_in_order rename to event;
create index event_civilian on event (guild_id, civilian_id, seq);
only SQLite */
