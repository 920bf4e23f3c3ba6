// What a client should know of an operation beyond its row. The OpenAPI document shows it, and
// docs/API.md with it.
#include "operations/operation.hpp"

namespace blotter {
namespace {

constexpr Remark table[] = {
    {"civilian.info",
     "The civilian with all entries. An entry here says `officerName` and `officerID`, or "
     "`medicName` and `medicID`."},
    {"civilian.list",
     "The deceased are left out. `name` is the beginning of the name, matched as names are."},
    {"civilian.create", "409 (20061) when the name is taken."},
    {"civilian.edit",
     "`hair color`, `name`, `dob`, `occupation` and `address` take a string, `age`, `height` and "
     "`weight` a number, with the bounds of `civilian/create`. A value that is already there is "
     "409 (20062), a name that another civilian holds 409 (20061). Changing only the case of the "
     "name is an ordinary edit."},
    {"civilian.bolo",
     "`reason` is required when `bolo` is true and ignored when it is false. Raising twice is 409 "
     "(20063), ending what is not there 409 (20064). Ending clears the reason."},
    {"civilian.deceased", "There is no way back; `false` is invalid. Once more is 409 (20065)."},
    {"civilian.delete",
     "Vehicles, firearms and entries go with the civilian, in one step. The answer shows the "
     "civilian as it was."},
    {"vehicle.list", "`name` is the whole name of the owner, who may be deceased."},
    {"vehicle.create",
     "409 (20061) when the plate is taken, 409 (20077) when the civilian has 1,000 vehicles."},
    {"vehicle.edit",
     "`color` takes a string, `insurance` and `registration` one of the values of "
     "`vehicle/create`, `stole` a boolean. `name` is the owner. If the owner has one vehicle, that "
     "is the one. With several, `plate` or `vehicleID` must say which, or the answer is 409 "
     "(20066) with a hint that lists them. A vehicle of somebody else is 404. Setting the current "
     "value succeeds."},
    {"firearm.list", "`name` is the whole name of the owner, who may be deceased."},
    {"firearm.create", "409 (20077) when the civilian has 1,000 firearms."},
    {"firearm.edit",
     "`color` takes a string, `stole` a boolean. With several firearms `serialNumber` must say "
     "which one, or the answer is 409 (20066). `plate` in the answer is always empty: it is there "
     "for clients that expect it."},
    {"leo.records",
     "`citationAmount`, `fineAmount` and `arrestAmount` say how many there are of each. Lists may "
     "be empty."},
    {"leo.arrest", "409 (20077) when the civilian has 100,000 entries of all kinds."},
    {"leo.cite", "409 (20077) when the civilian has 100,000 entries of all kinds."},
    {"leo.fine", "409 (20077) when the civilian has 100,000 entries of all kinds."},
    {"leo.impound",
     "`fee` may come only with `impound: true` and is 0 when it does not come. Impounding twice is "
     "409 (20067), releasing what is not impounded 409 (20068). The release clears the fee."},
    {"medical.records", "A civilian without admissions answers 200 with an empty list."},
    {"medical.admit",
     "`time` is a string that holds a number of seconds; it is shown as it was sent. 409 (20077) "
     "when the civilian has 100,000 entries of all kinds."},
    {"key", "`scopes` lists what the key may do, `expires` is `null` for a key without an end."},
    {"search",
     "Finds civilians by their name, vehicles by their plate and firearms by their serial number, "
     "the best first: `q` is all of it, it begins with `q`, one of its words does, it contains "
     "`q`, or `q` is misspelled: all of it or some words in a row differ from `q` by one "
     "character that is wrong, missing, too many or exchanged with its neighbour, by two if `q` "
     "has more than five. Shorter ones come before longer ones. `amount` is how many results are "
     "here, 0 if nothing fits. `plate`, `serialNumber` and `model` are empty where they do not "
     "belong; `deceased` and `bolo` are the civilian's, who is the owner of a vehicle or firearm. "
     "The deceased are found too."},
    {"audit",
     "Every change is one event, the latest first. `seq` counts the changes of the guild from 1 "
     "without a gap. `actor` is who did it in the roleplay, if the request named one, "
     "`civilianName` what the civilian is called now, or empty if it is gone. `subjectID` is the "
     "id of the record that changed, or the `count` of an entry. `before` and `after` hold the "
     "members that changed; a creation has no `before`, a deletion no `after`. `from` and `to` "
     "take a time of RFC 3339, or a date, which means its beginning in UTC; the first moment "
     "counts, the last does not. If older events may follow, the last member is `next`, and the "
     "same request with `after=<next>` shows them. One request looks at no more than 10,000 "
     "events, so with filters a page can be short, or empty, and still have a `next`. A page of "
     "long "
     "texts ends at some 256 KiB."},
    {"stats",
     "`counts` is what the guild has now: `civilians` are the living, `bolos` those of them who "
     "are "
     "wanted, `changes` all changes ever. `days` are the last 30 days in UTC, oldest first and "
     "today last, with what was done on each: `changes` of every kind, and of them the records "
     "that were created, the entries that were made, and how often a BOLO was raised or ended."},
};

}  // namespace

std::span<const Remark> remarks() { return table; }

}  // namespace blotter
