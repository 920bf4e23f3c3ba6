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
    {"events",
     "The events of `/api/audit`, oldest first, as they happen: every change, in order, none "
     "missed and none twice. There are two ways to read them.\n\n"
     "**Stream.** With `Accept: text/event-stream` the response is a stream of server-sent events "
     "without an end: `id` is the `seq` of the event, `event` its kind and `data` the event as one "
     "line of JSON. It begins with the next event. To resume, send the last `id` as "
     "`Last-Event-ID` (or as `after`): the stream begins with the event after it. If that number "
     "is unknown, because the guild was created again or a backup was restored, the first event is "
     "`reset`, with the numbers `oldest` and `latest`; then reload what you show. While nothing "
     "happens, a comment is sent every 15 seconds. A client that reads too slowly is disconnected "
     "when 1 MiB waits for it, and can resume. The stream ends when the key is revoked or "
     "expires. `limit` and `wait` have no effect.\n\n"
     "**Pages**, for clients that cannot stream. Send `next` of each response as `after` of the "
     "next request. `next` is always there. Without `after` the first page begins with the oldest "
     "event, with `after=latest` it is empty. With `wait`, the response comes as soon as there is "
     "an event, at the latest after so many seconds. A number that is unknown gives 409 (20071). "
     "One request reads at most 10,000 events, so with filters a page can be short, or empty, "
     "before the end.\n\n"
     "`kind` is a kind or a prefix: `leo.*` means all kinds that begin with `leo.`, and "
     "`leo.*,civilian.bolo` means both."},
    {"webhook.create",
     "`secret` signs what is sent, and is shown only here; a webhook for Discord has none. `url` "
     "must lead to a public address, unless the operator has allowed it with `--webhook-allow`. "
     "The first event that is sent is the first one after the creation that matches `kinds`; a "
     "webhook with `*` or `webhook.*` also gets `webhook.created`. A guild has at most 50 "
     "webhooks, otherwise 409 (20081)."},
    {"webhook.list",
     "`state` is `active`, `failing` (the last delivery has failed) or `disabled`. `lastSuccess` "
     "and `lastFailure` are empty if there was none. `eventsWaiting` counts the events that have "
     "not been delivered yet, those that wait for a retry included; only the next 100 events are "
     "examined."},
    {"webhook.edit",
     "`kinds` is an array, `active` true or false. A webhook that is not active sends nothing and "
     "forgets what it would send; an activated one begins with the next event. The secret cannot "
     "be changed: create another webhook."},
    {"webhook.test",
     "Sends an event of the kind `test`, also for a disabled webhook, and waits up to 15 seconds. "
     "`delivered` is true for a status from 200 to 299; `status` is 0 if there was no response, "
     "and `error` says why. `took` is in milliseconds, `reply` the first 1,024 bytes of the body. "
     "A test is not listed in the deliveries."},
    {"webhook.deliveries",
     "One entry for each attempt to deliver an event. `attempt` counts from 1, `took` is in "
     "milliseconds, `reply` the first 1,024 bytes of the response. If there are older ones, the "
     "last member is `next`, and the same request with `after=<next>` returns them. Attempts are "
     "kept for 7 days, and at most 10,000 for each webhook."},
    {"webhook.redeliver",
     "Send either `seq` or `from`. `from` is the number of an event or a time; all events since "
     "then that match `kinds` are sent again, in order, with the ids that they had. 409 (20080) if "
     "the webhook is disabled, and 409 (20071) if there is no such event."},
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
