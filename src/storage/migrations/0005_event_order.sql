-- SQLite keeps a clustered table in the order of its key, the rows of the audit log are long, and each change inserted
-- between the events of two guilds. Now events are stored in the order of insertion, with an index, as PostgreSQL has
-- done from the start.
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
