-- Search finds civilians by the beginning of their player's name. The key of that name is made by the program, which
-- fills this column after this script: SQL cannot make it.
alter table civilian add column user_key text /* bytes */ not null default '';
create index civilian_player on civilian (guild_id, user_key, id);
