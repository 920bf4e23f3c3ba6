-- BOLOs, impounds and custody have a beginning and may have an end. An impound or BOLO from before this version began
-- with its latest event.
alter table civilian add column bolo_at bigint;
alter table civilian add column bolo_until bigint;
alter table vehicle add column impounded_at bigint;
alter table vehicle add column release_at bigint;
update civilian set bolo_at = coalesce((select max(e.at) from event e where e.guild_id = civilian.guild_id
    and e.civilian_id = civilian.id and e.kind = 'civilian.bolo'), registered_at)
  where bolo_reason is not null;
update vehicle set impounded_at = coalesce((select max(e.at) from event e where e.guild_id = vehicle.guild_id
    and e.civilian_id = vehicle.civilian_id and e.subject_id = vehicle.id and e.kind = 'vehicle.impounded'), registered_at)
  where impounded = 1;

-- When an arrest ends; null for arrests that have ended and for other entries. Custody lasts until the last one ends.
alter table entry add column ends_at bigint;
alter table civilian add column custody_until bigint;
-- Arrests that still ran when the last change of their guild was made; a time of more than a thousand years ends then.
update entry set ends_at = made_at + cast(1000 * case when amount < 31536000000 then amount else 31536000000 end as bigint)
  where kind = 2 and made_at + 1000 * amount > (select max(e.at) from event e, guild g
    where g.id = entry.guild_id and e.guild_id = g.id and e.seq = g.last_seq)
  and exists (select 1 from civilian c where c.guild_id = entry.guild_id and c.id = entry.civilian_id);
update civilian set custody_until = (select max(ends_at) from entry e where e.guild_id = civilian.guild_id
    and e.civilian_id = civilian.id and e.kind = 2)
  where exists (select 1 from entry e where e.guild_id = civilian.guild_id and e.civilian_id = civilian.id
    and e.kind = 2 and e.ends_at is not null);

-- The lists of what is active, and what ends next. Partial: few records have any of these.
create index civilian_bolo_at on civilian (guild_id, bolo_at, id) where bolo_reason is not null;
create index civilian_bolo_until on civilian (guild_id, bolo_until) where bolo_until is not null;
create index civilian_custody on civilian (guild_id, custody_until, id) where custody_until is not null;
create index vehicle_impounded_at on vehicle (guild_id, impounded_at, id) where impounded = 1;
create index vehicle_release_at on vehicle (guild_id, release_at) where release_at is not null;
create index entry_running on entry (guild_id, civilian_id, ends_at) where ends_at is not null;

-- No BOLO, impound or custody of the guild ends before this time. It may be too early, never too late.
create table guild_due (
  guild_id text /* bytes */ not null primary key references guild (id) on delete cascade,
  due_at   bigint not null
);
create index guild_due_at on guild_due (due_at);
insert into guild_due (guild_id, due_at) select distinct guild_id, cast(0 as bigint) from entry where ends_at is not null;
