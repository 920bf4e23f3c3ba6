-- Lists can be asked for the few records that stand out. An index of those alone costs the others nothing.
create index civilian_bolo on civilian (guild_id, deceased, id) where bolo_reason is not null;
create index vehicle_stolen on vehicle (guild_id, id) where stolen = 1;
create index vehicle_impounded on vehicle (guild_id, id) where impounded = 1;
create index firearm_stolen on firearm (guild_id, id) where stolen = 1;
