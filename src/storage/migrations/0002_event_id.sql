-- Identifies a change uniquely, even if its number was reused after a rollback. After a lost connection it shows
-- whether the commit happened.
alter table event add column id bigint not null default 0;
