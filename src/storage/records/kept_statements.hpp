// The statements about deleted records that are kept for some time. $1 is the guild, and $2 the
// civilian or the record.
#pragma once

#include "storage/sql/connection.hpp"

namespace blotter::storage::statements {

#define BLOTTER_CIVILIAN_ROW                                                                 \
  "id, name, name_key, user_id, user_name, deceased, bolo_reason, age, dob, gender, hair, "  \
  "height, weight, address, occupation, registered_at, bolo_at, bolo_until, custody_until, " \
  "user_key"
#define BLOTTER_VEHICLE_ROW                                                                \
  "id, civilian_id, plate, plate_key, model, color, color_type, registration, insurance, " \
  "stolen, impounded, fee, registered_at, impounded_at, release_at"
#define BLOTTER_FIREARM_ROW \
  "id, civilian_id, serial_number, serial_key, model, color, stolen, registered_at"

// $3 is the time of the deletion.
inline const sql::Query keep_civilian{
    "insert into kept_civilian (guild_id, deleted_at, " BLOTTER_CIVILIAN_ROW
    ") select guild_id, cast($3 as bigint), " BLOTTER_CIVILIAN_ROW
    " from civilian where guild_id = $1 and id = $2"};
inline const sql::Query keep_vehicle{
    "insert into kept_vehicle (guild_id, deleted_at, " BLOTTER_VEHICLE_ROW
    ") select guild_id, cast($3 as bigint), " BLOTTER_VEHICLE_ROW
    " from vehicle where guild_id = $1 and id = $2"};
inline const sql::Query keep_firearm{
    "insert into kept_firearm (guild_id, deleted_at, " BLOTTER_FIREARM_ROW
    ") select guild_id, cast($3 as bigint), " BLOTTER_FIREARM_ROW
    " from firearm where guild_id = $1 and id = $2"};

/// Locked, so that a civilian is either restored or removed permanently.
inline const sql::Query kept_civilian{
    "select deleted_at from kept_civilian where guild_id = $1 and id = $2 /* locked */"};
/// With the key of the record.
inline const sql::Query kept_vehicle{
    "select deleted_at, plate_key from kept_vehicle where guild_id = $1 and id = $2"};
inline const sql::Query kept_firearm{
    "select deleted_at, serial_key from kept_firearm where guild_id = $1 and id = $2"};

// A record whose key is taken is left out.
inline const sql::Query restore_civilian{
    "insert into civilian (guild_id, " BLOTTER_CIVILIAN_ROW
    ") select guild_id, " BLOTTER_CIVILIAN_ROW
    " from kept_civilian where guild_id = $1 and id = $2 on conflict do nothing "
    "returning name_key"};
inline const sql::Query restore_vehicle{"insert into vehicle (guild_id, " BLOTTER_VEHICLE_ROW
                                        ") select guild_id, " BLOTTER_VEHICLE_ROW
                                        " from kept_vehicle where guild_id = $1 and id = $2 "
                                        "on conflict do nothing returning plate_key"};
inline const sql::Query restore_firearm{"insert into firearm (guild_id, " BLOTTER_FIREARM_ROW
                                        ") select guild_id, " BLOTTER_FIREARM_ROW
                                        " from kept_firearm where guild_id = $1 and id = $2 "
                                        "on conflict do nothing returning serial_key"};
#undef BLOTTER_CIVILIAN_ROW
#undef BLOTTER_VEHICLE_ROW
#undef BLOTTER_FIREARM_ROW

inline const sql::Query forget_civilian{
    "delete from kept_civilian where guild_id = $1 and id = $2"};
inline const sql::Query forget_vehicle{"delete from kept_vehicle where guild_id = $1 and id = $2"};
inline const sql::Query forget_firearm{"delete from kept_firearm where guild_id = $1 and id = $2"};

// The vehicles and firearms of a deleted civilian.
inline const sql::Query hide_vehicles{
    "update vehicle set hidden = 1 where guild_id = $1 and civilian_id = $2"};
inline const sql::Query hide_firearms{
    "update firearm set hidden = 1 where guild_id = $1 and civilian_id = $2"};
inline const sql::Query show_vehicles{
    "update vehicle set hidden = 0 where guild_id = $1 and civilian_id = $2 and hidden = 1"};
inline const sql::Query show_firearms{
    "update firearm set hidden = 0 where guild_id = $1 and civilian_id = $2 and hidden = 1"};
// Another record takes the key $2. No key of a client begins with a blank.
#define BLOTTER_STAND_IN "' ' || cast(id as text)"
inline const sql::Query release_plate{
    "update vehicle set hidden = 2, plate_key = " BLOTTER_STAND_IN
    " where guild_id = $1 and plate_key = $2 and hidden = 1 returning id"};
inline const sql::Query release_serial_number{
    "update firearm set hidden = 2, serial_key = " BLOTTER_STAND_IN
    " where guild_id = $1 and serial_key = $2 and hidden = 1 returning id"};
#undef BLOTTER_STAND_IN
inline const sql::Query vehicles_without_key{
    "select id, plate, plate_key from vehicle where guild_id = $1 and civilian_id = $2 and "
    "hidden = 2",
    sql::RowCount::unbounded};
inline const sql::Query firearms_without_key{
    "select id, serial_number, serial_key from firearm where guild_id = $1 and civilian_id = $2 "
    "and hidden = 2",
    sql::RowCount::unbounded};
// The record $2 takes the key $3 back, unless another one has it.
inline const sql::Query take_plate{
    "update vehicle set hidden = 0, plate_key = $3 where guild_id = $1 and id = $2 and not exists "
    "(select 1 from vehicle other where other.guild_id = $1 and other.plate_key = $3) "
    "returning id"};
inline const sql::Query take_serial_number{
    "update firearm set hidden = 0, serial_key = $3 where guild_id = $1 and id = $2 and not exists "
    "(select 1 from firearm other where other.guild_id = $1 and other.serial_key = $3) "
    "returning id"};

// Those that were deleted before $1, unless the guild is still being copied into this store.
#define BLOTTER_GUILD_WITH_OLD(table)                                                            \
  "select id from guild where exists (select 1 from " table                                      \
  " where guild_id = guild.id and deleted_at < $1) and not exists (select 1 from setting where " \
  "name = 'copying ' || guild.id) limit 1"
inline const sql::Query kept_civilian_old{BLOTTER_GUILD_WITH_OLD("kept_civilian")};
inline const sql::Query kept_vehicle_old{BLOTTER_GUILD_WITH_OLD("kept_vehicle")};
inline const sql::Query kept_firearm_old{BLOTTER_GUILD_WITH_OLD("kept_firearm")};
inline const sql::Query kept_webhook_old{BLOTTER_GUILD_WITH_OLD("kept_webhook")};
#undef BLOTTER_GUILD_WITH_OLD
/// The civilian that was deleted first, before $2; locked for the same reason.
inline const sql::Query kept_civilian_first{
    "select id from kept_civilian where guild_id = $1 and deleted_at < $2 "
    "order by deleted_at limit 1 /* locked */"};
/// What belonged to the civilian is removed in small steps.
inline const sql::Query leftover_add_belongings{
    "insert into leftover (guild_id, kind, subject_id, key) values ($1, 3, $2, '') "
    "on conflict do nothing"};
inline const sql::Query kept_vehicle_delete_old{
    "delete from kept_vehicle where guild_id = $1 and id in (select id from kept_vehicle "
    "where guild_id = $1 and deleted_at < $2 order by deleted_at limit $3)"};
inline const sql::Query kept_firearm_delete_old{
    "delete from kept_firearm where guild_id = $1 and id in (select id from kept_firearm "
    "where guild_id = $1 and deleted_at < $2 order by deleted_at limit $3)"};
inline const sql::Query kept_webhook_delete_old{
    "delete from kept_webhook where guild_id = $1 and event_id in (select event_id from "
    "kept_webhook where guild_id = $1 and deleted_at < $2 order by deleted_at limit $3)"};

// A webhook before an edit or its deletion. $2 is the id of the event.
inline const sql::Query keep_webhook{
    "insert into kept_webhook (guild_id, event_id, deleted_at, id, name, url, kinds, format, "
    "secret, created_at, active, next_url) "
    "values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"};
inline const sql::Query kept_webhook{
    "select id, name, url, kinds, format, secret, created_at, active, next_url, deleted_at "
    "from kept_webhook where guild_id = $1 and event_id = $2"};

// Steps of the deletion of a guild.
inline const sql::Query guild_delete_kept_vehicles{
    "delete from kept_vehicle where guild_id = $1 and id in "
    "(select id from kept_vehicle where guild_id = $1 order by id limit $2) returning id"};
inline const sql::Query guild_delete_kept_firearms{
    "delete from kept_firearm where guild_id = $1 and id in "
    "(select id from kept_firearm where guild_id = $1 order by id limit $2) returning id"};
inline const sql::Query guild_delete_kept_civilians{
    "delete from kept_civilian where guild_id = $1 and id in "
    "(select id from kept_civilian where guild_id = $1 order by id limit $2) returning id"};

}  // namespace blotter::storage::statements
