// What a client should know about an operation beyond its row. Shown in the OpenAPI document and in
// docs/API.md.
#include "operations/operation.hpp"

namespace blotter {
namespace {

constexpr Remark table[] = {
    {"civilian.info",
     "The civilian with all valid entries. Here an entry has `officerName` and `officerID`, or "
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
     "`reason` is required when `bolo` is true and ignored when it is false. `expiresIn` is "
     "allowed "
     "only when `bolo` is true; then the server ends the BOLO after that time, and the response "
     "has "
     "`expiresTimestamp`. Raising a second BOLO is 409 (20063), ending a BOLO when none is active "
     "is 409 (20064). Ending it clears the reason."},
    {"civilian.bolos",
     "BOLOs of deceased civilians are not listed. `expiresTimestamp` is empty and `remaining` is "
     "`null` for a BOLO that does not end by itself; otherwise `remaining` is the number of "
     "seconds until then. If there are more, the last member is `next`, and the same request with "
     "`after=<next>` returns them."},
    {"civilian.deceased",
     "This cannot be undone; `false` is invalid. A second request is 409 (20065)."},
    {"civilian.delete",
     "The vehicles, firearms and entries of the civilian are deleted too, in one step. The "
     "response shows the civilian as it was."},
    {"civilian.check",
     "Always 200 for a valid name. `verdict` is `stop`, `caution` or `clear`, after the worst of "
     "the "
     "`reasons`, which comes first. `stop`: the civilian has a BOLO or is in custody. `caution`: "
     "the "
     "name is not on file, the civilian is deceased or has a stolen firearm on file. `vehicles` "
     "and "
     "`firearms` show up to 20 of them, the amounts count all. Without a civilian on file "
     "`registered` is false and the arrays are empty."},
    {"vehicle.check",
     "Always 200 for a valid plate. `verdict` and `reasons` are as in `civilian/check`. `stop`: "
     "the "
     "vehicle is stolen or impounded, or its owner has a BOLO or is in custody. `caution`: the "
     "plate "
     "is not on file, registration or insurance are not valid, the owner is deceased or has a "
     "stolen "
     "firearm on file."},
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
     "arrests. Lists may be empty. Void entries are left out."},
    {"leo.arrest",
     "`time` runs from now on: until then the civilian is in custody. Arrests run side by side, "
     "and "
     "custody lasts until the last one ends; then the server adds an event `leo.released`. 409 "
     "(20077) when the civilian has 100,000 entries of all kinds, or 1,000 arrests that run."},
    {"leo.cite", "409 (20077) when the civilian has 100,000 entries of all kinds."},
    {"leo.fine", "409 (20077) when the civilian has 100,000 entries of all kinds."},
    {"leo.impound",
     "`fee` and `releaseIn` are allowed only with `impound: true`; the default of `fee` is 0. "
     "After "
     "`releaseIn` seconds the server releases the vehicle; then the response has "
     "`releaseTimestamp`. Impounding twice is 409 (20067), releasing a vehicle that is not "
     "impounded is 409 (20068). The release clears the fee."},
    {"leo.impounds",
     "`timestamp` is the time of the impound. `releaseTimestamp` is empty and `remaining` is "
     "`null` "
     "for a vehicle that is not released by itself. `next` is as in `civilian/bolos`."},
    {"leo.custody",
     "One result per living civilian with an arrest that runs. `releaseTimestamp` is the end of "
     "the "
     "last one. `arrests` shows up to ten of them, the last to end first. `next` is as in "
     "`civilian/bolos`."},
    {"leo.release",
     "Ends all arrests of the civilian that run. 409 (20072) when the civilian is not in custody."},
    {"leo.sentence",
     "`count` is that of the arrest and `time` its new time in seconds, from the arrest on. If "
     "that "
     "is over already, the arrest ends now. `releaseTimestamp` and `remaining` are those of the "
     "custody; empty and `null` if it has ended. 404 when there is no such arrest, 409 (20072) "
     "when "
     "it does not run any more."},
    {"leo.void",
     "The entry stays on file, with the reason, the officer and the time. `civilian/info`, "
     "`leo/records` and `medical/records` leave it out of their lists and amounts; `leo/history` "
     "shows it. The other entries keep their `count`, and that of the void one is not given again. "
     "Voiding an entry twice is 409 (20075). An admission needs the scope `medical` instead of "
     "`leo`."},
    {"leo.history",
     "The entries of all kinds, the newest first. An entry has its `kind`, the members that "
     "`leo/records` or `medical/records` shows, and `void` if it is void. If there are older "
     "entries, the last member is `next`, and the same request with `after=<next>` returns them; "
     "none is missed or repeated, and none that was made after the first page is shown. A page "
     "with long texts ends at about 256 KiB."},
    {"medical.records",
     "For a civilian without admissions the response is 200 with an empty list. Void admissions "
     "are left out."},
    {"medical.admit",
     "`time` is a string that contains a number of seconds; it is shown as it was sent. 409 "
     "(20077) when the civilian has 100,000 entries of all kinds."},
    {"penalcode",
     "The entries that the owner of the guild has set, in their order; none if there is no penal "
     "code. It helps to fill in forms: no operation compares anything with it."},
    {"penalcode.set",
     "Replaces all entries: read them, change them and send all of them. An entry has `code`, at "
     "most 64 characters and different from all others, ignoring case; `title`, at most 500 "
     "characters; and optionally `fine` and, in seconds, `time`, each a number from 0 to "
     "1,000,000,000, where 0, the default, means none. There are at most 500 entries, and the body "
     "has at most 64 KiB. The hint of an error says which entry is wrong, counted from 1."},
    {"key",
     "`scopes` lists what the key may do, `expires` is `null` for a key that does not expire."},
    {"key.list",
     "`role` is the role with exactly these scopes, or empty. `state` is `valid` or `expired`; "
     "revoked keys are not listed. `expires` is `null` for a key that does not expire, `lastUsed` "
     "for one that was never used; it is stored every few seconds. `sharedKeys` are the ids of "
     "keys that the operator has made for several guilds: nothing else of them is shown, and "
     "`key/revoke` takes them off this guild. `invitations` are those that can still be accepted; "
     "`keyID` becomes the id of the key, and `expiresIn` is how long it will be valid, in "
     "seconds."},
    {"key.create",
     "`key` is shown only here. Send either `role` or `scopes`. The roles are `viewer` (read), "
     "`officer` (read, leo), `medic` (read, medical), `clerk` (read, civilian, vehicle, firearm), "
     "`dispatcher` (read, leo, civilian, vehicle, firearm), `bot` (all but admin) and `owner` "
     "(all). The new key may have scopes that the key of the request does not have. A guild has "
     "at most 1,000 keys and invitations, otherwise 409 (20083)."},
    {"key.invite",
     "The members are those of `key/create`. `link` opens the console and makes the key there, "
     "once, within 24 hours; it is relative to the address of the server. Without the console, "
     "`POST /invitation` with `token` in `Authorization` and the guild in `Guild` makes the key. "
     "Token and link are shown only here. The invitation ends when it is revoked, or the key that "
     "has invited is. A guild has at most 100 invitations, otherwise 409 (20083)."},
    {"key.revoke",
     "Takes the key off the guild; if it is for no other guild, it is revoked. A running server "
     "stops accepting it within a second, and its streams end. `keyID` may also be that of an "
     "invitation. The last valid key with the scope `admin` cannot be revoked: 409 (20076)."},
    {"search",
     "Finds civilians by name, vehicles by plate and firearms by serial number, and civilians by "
     "the user name of their player. The best matches come first: the text is `q`, it begins with "
     "`q`, one of its words begins with `q`, it contains `q`, it is similar to `q`, its words "
     "begin with those of `q`, or the name of the player begins with `q`. Similar means that the "
     "whole text, or some consecutive words of it, differ from `q` by one character that is wrong, "
     "missing, extra or swapped with its neighbour; by two if `q` has more than five characters. "
     "Several words may be incomplete: `fenel cob` finds `Fennel Cobblepot`. They must be in the "
     "order of the name, and words of four or more characters may be misspelled as above. Among "
     "equally good matches, shorter texts come first. `amount` is the number of results in this "
     "response, 0 if nothing matches. `plate`, `serialNumber` and `model` are empty where they do "
     "not apply. `deceased`, `bolo` and `userName` are those of the civilian, or of the owner of a "
     "vehicle or firearm. Deceased civilians are found too."},
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
    {"audit.undo",
     "Makes the change that takes the event `seq` back, with a new event that has `undoes`; that "
     "one "
     "can be undone too. `kind` is the kind of the new event. What was changed since is not "
     "overwritten: 409 (20073) with a hint that names the later event. A deleted record comes back "
     "as it was, a civilian with its vehicles, firearms and entries; 409 (20074) when it is no "
     "longer kept or its name, plate or serial number is taken again. An entry becomes void. 409 "
     "(20082) when there is nothing to take back, as with the end of a sentence. What concerns a "
     "deceased civilian is 409 (20065) where the change itself would be."},
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
