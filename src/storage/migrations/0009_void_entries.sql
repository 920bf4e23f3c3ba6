-- An entry is void from "void_at" on; null means that it is valid. It stays where it is, so that its count is not
-- given again. Both engines add such columns without writing a row.
alter table entry add column void_at bigint;
alter table entry add column void_reason text;
alter table entry add column void_author_name text;
alter table entry add column void_author_id text;

-- Few entries are void. Valid ones are counted as the difference of all, which the primary key counts, and these.
create index entry_void on entry (guild_id, civilian_id, kind, void_at) where void_at is not null;
