// What a client should know about an operation beyond its row. Shown in the OpenAPI document and in
// docs/API.md.
#include "operations/operation.hpp"

namespace blotter {
namespace {

constexpr Remark table[] = {
    {"civilian.info",
     "The civilian with all entries. Here an entry has `officerName` and `officerID`, or "
     "`medicName` and `medicID`."},
    {"civilian.list",
     "Deceased civilians are not listed. `name` is a prefix; it is matched as names are."},
    {"civilian.create", "409 (20061) when the name is taken."},
    {"civilian.edit",
     "`hair color`, `name`, `dob`, `occupation` and `address` take a string; `age`, `height` and "
     "`weight` take a number, with the bounds of `civilian/create`. A value that the field already "
     "has is 409 (20062), a name that another civilian has is 409 (20061). Changing only the case "
     "of the name is a normal edit."},
    {"civilian.bolo",
     "`reason` is required when `bolo` is true and ignored when it is false. Raising a second BOLO "
     "is 409 (20063), ending a BOLO when none is active is 409 (20064). Ending it clears the "
     "reason."},
    {"civilian.deceased",
     "This cannot be undone; `false` is invalid. A second request is 409 (20065)."},
    {"civilian.delete",
     "The vehicles, firearms and entries of the civilian are deleted too, in one step. The "
     "response shows the civilian as it was."},
    {"vehicle.list", "`name` is the full name of the owner, who may be deceased."},
    {"vehicle.create",
     "409 (20061) when the plate is taken, 409 (20077) when the civilian has 1,000 vehicles."},
    {"vehicle.edit",
     "`color` takes a string, `insurance` and `registration` take one of the values of "
     "`vehicle/create`, `stole` takes a boolean. `name` is the owner. If the owner has one "
     "vehicle, that one is changed. If the owner has several, send `plate` or `vehicleID`; "
     "otherwise the response is 409 (20066) with a hint that lists them. A vehicle of another "
     "owner is 404. Setting the current value succeeds."},
    {"firearm.list", "`name` is the full name of the owner, who may be deceased."},
    {"firearm.create", "409 (20077) when the civilian has 1,000 firearms."},
    {"firearm.edit",
     "`color` takes a string, `stole` takes a boolean. If the owner has several firearms, send "
     "`serialNumber`; otherwise the response is 409 (20066). `plate` in the response is always "
     "empty: it is there for clients that expect it."},
    {"leo.records",
     "`citationAmount`, `fineAmount` and `arrestAmount` are the numbers of citations, fines and "
     "arrests. Lists may be empty."},
    {"leo.arrest", "409 (20077) when the civilian has 100,000 entries of all kinds."},
    {"leo.cite", "409 (20077) when the civilian has 100,000 entries of all kinds."},
    {"leo.fine", "409 (20077) when the civilian has 100,000 entries of all kinds."},
    {"leo.impound",
     "`fee` is allowed only with `impound: true`; default: 0. Impounding twice is 409 (20067), "
     "releasing a vehicle that is not impounded is 409 (20068). The release clears the fee."},
    {"medical.records",
     "For a civilian without admissions the response is 200 with an empty list."},
    {"medical.admit",
     "`time` is a string that contains a number of seconds; it is shown as it was sent. 409 "
     "(20077) when the civilian has 100,000 entries of all kinds."},
    {"key",
     "`scopes` lists what the key may do, `expires` is `null` for a key that does not expire."},
    {"search",
     "Finds civilians by name, vehicles by plate and firearms by serial number. The best matches "
     "come first: the text is `q`, it begins with `q`, one of its words begins with `q`, it "
     "contains `q`, or it is similar to `q`. Similar means that the whole text, or some "
     "consecutive words of it, differ from `q` by one character that is wrong, missing, extra or "
     "swapped with its neighbour; by two if `q` has more than five characters. Among equally good "
     "matches, shorter texts come first. `amount` is the number of results in this response, 0 if "
     "nothing matches. `plate`, `serialNumber` and `model` are empty where they do not apply. "
     "`deceased` and `bolo` are those of the civilian, or of the owner of a vehicle or firearm. "
     "Deceased civilians are found too."},
    {"audit",
     "Every change is one event; the latest comes first. `seq` counts the changes of the guild "
     "from 1 without gaps. `actor` is who made the change in the roleplay, if the request named "
     "one. `civilianName` is the current name of the civilian, or empty if it was deleted. "
     "`subjectID` is the id of the record that changed, or the `count` of an entry. `before` and "
     "`after` contain the members that changed; a creation has no `before`, a deletion no `after`. "
     "`from` and `to` take an RFC 3339 time, or a date, which means its beginning in UTC; `from` "
     "is inclusive, `to` is exclusive. If older events may follow, the last member is `next`, and "
     "the same request with `after=<next>` returns them. One request reads at most 10,000 events, "
     "so with filters a page can be short, or empty, and still have a `next`. A page with long "
     "texts ends at about 256 KiB."},
    {"stats",
     "`counts` is the current state of the guild: `civilians` are the living ones, `bolos` are "
     "those of them with a BOLO, `changes` is the number of all changes so far. `days` are the "
     "last 30 days in UTC, oldest first and today last. Each has the number of `changes` of every "
     "kind, and of them the records that were created, the entries that were made, and how often a "
     "BOLO was raised or ended."},
};

}  // namespace

std::span<const Remark> remarks() { return table; }

}  // namespace blotter
