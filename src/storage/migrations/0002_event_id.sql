-- Tells one change from every other, also from one that got the same number after it was undone: whoever
-- lost the connection in the middle of a commit finds out with it whether the commit happened.
alter table event add column id bigint not null default 0;
