-- Receivers of events. All events up to "position" were sent, need not be sent, or are in webhook_retry.
create table webhook (
  guild_id      text /* bytes */ not null references guild (id) on delete cascade,
  id            bigint not null,
  name          text not null,
  url           text not null,
  kinds         text not null,
  format        smallint not null,
  secret        text not null,
  created_at    bigint not null,
  active        smallint not null,
  position      bigint not null,
  failing_since bigint,
  last_success  bigint,
  last_failure  bigint,
  last_error    text not null,
  primary key (guild_id, id)
) /* by guild */ /* clustered */;

-- Events that were not delivered and are sent again.
create table webhook_retry (
  guild_id   text /* bytes */ not null,
  webhook_id bigint not null,
  seq        bigint not null,
  attempts   bigint not null,
  due        bigint not null,
  primary key (guild_id, webhook_id, seq),
  foreign key (guild_id, webhook_id) references webhook (guild_id, id) on delete cascade
) /* by guild */ /* clustered */;
create index webhook_retry_due on webhook_retry (guild_id, webhook_id, due);

-- What was sent in the last days, and the responses.
create table webhook_attempt (
  guild_id   text /* bytes */ not null,
  webhook_id bigint not null,
  id         bigint not null,
  seq        bigint not null,
  kind       text not null,
  at         bigint not null,
  number     bigint not null,
  status     bigint not null,
  took_ms    bigint not null,
  delivered  smallint not null,
  error      text not null,
  reply      text not null,
  primary key (guild_id, webhook_id, id),
  foreign key (guild_id, webhook_id) references webhook (guild_id, id) on delete cascade
) /* by guild */ /* clustered */;

-- Work that only one instance does at a time. "beat" grows while its holder lives.
create table lease (
  name   text /* bytes */ not null primary key,
  holder text not null,
  beat   bigint not null
) /* clustered */;
