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

// The vehicles and firearms of the civilian $2.
#define BLOTTER_OWNED " where guild_id = $1 and civilian_id = $2"
#define BLOTTER_HIDE(table) "update " table " set hidden = 1" BLOTTER_OWNED
#define BLOTTER_SHOW(table) "update " table " set hidden = 0" BLOTTER_OWNED " and hidden = 1"
inline const sql::Query hide_vehicles{BLOTTER_HIDE("vehicle")};
inline const sql::Query hide_firearms{BLOTTER_HIDE("firearm")};
inline const sql::Query show_vehicles{BLOTTER_SHOW("vehicle")};
inline const sql::Query show_firearms{BLOTTER_SHOW("firearm")};
#undef BLOTTER_HIDE
#undef BLOTTER_SHOW

// Hidden records lose a key, so that another record can have it: the key $2, or those that the
// civilian $2 had. No key of a client begins with a blank.
#define BLOTTER_RELEASE(table, key)               \
  "update " table " set kept_key = " key ", " key \
  " = ' ' || cast(id as text) where "             \
  "guild_id = $1 and hidden = 1 and " key
#define BLOTTER_KEPT_KEYS(table) \
  " in (select kept_key from " table BLOTTER_OWNED " and kept_key is not null)"
inline const sql::Query release_plate{BLOTTER_RELEASE("vehicle", "plate_key") " = $2"};
inline const sql::Query release_serial_number{BLOTTER_RELEASE("firearm", "serial_key") " = $2"};
inline const sql::Query release_plates{BLOTTER_RELEASE("vehicle", "plate_key")
                                           BLOTTER_KEPT_KEYS("vehicle")};
inline const sql::Query release_serial_numbers{BLOTTER_RELEASE("firearm", "serial_key")
                                                   BLOTTER_KEPT_KEYS("firearm")};
#undef BLOTTER_RELEASE

// Whether a shown record has a key that the civilian $2 had.
#define BLOTTER_TAKEN(table, key)                                                          \
  "select 1 from " table " where guild_id = $1 and hidden = 0 and " key BLOTTER_KEPT_KEYS( \
      table) " limit 1"
inline const sql::Query taken_plate{BLOTTER_TAKEN("vehicle", "plate_key")};
inline const sql::Query taken_serial_number{BLOTTER_TAKEN("firearm", "serial_key")};
#undef BLOTTER_TAKEN
#undef BLOTTER_KEPT_KEYS

// The records of the civilian $2 that lost their keys are shown with them again.
#define BLOTTER_TAKE_BACK(table, key)                                                  \
  "update " table " set hidden = 0, " key " = kept_key, kept_key = null" BLOTTER_OWNED \
  " and kept_key is not null"
inline const sql::Query take_back_plates{BLOTTER_TAKE_BACK("vehicle", "plate_key")};
inline const sql::Query take_back_serial_numbers{BLOTTER_TAKE_BACK("firearm", "serial_key")};
#undef BLOTTER_TAKE_BACK
#undef BLOTTER_OWNED

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
