// Turns errors into sentences for people. The server's own message is still shown, small, for support.
import type { ApiError } from "../api/client";
import { rolesWith } from "../api/roles";
import { memberTitle } from "./changes";
import { capitalised, formatNumber, plural } from "./format";

export interface Sentences {
  /** What is wrong. */
  readonly text: string;
  /** What to do about it; may be empty. */
  readonly next: string;
}

type Sentence = readonly [text: string, next?: string];

const tellOperator = "Try again. If it happens again, tell the operator of the server.";

const codeAtEnd = / \(\d+\)$/;

/** By error code. Without a second text, the server's hint says more. */
const byCode: Readonly<Record<number, Sentence>> = {
  10020: ["The server could not read its records.", tellOperator],
  10021: ["The server could not save this. Nothing was changed.", tellOperator],
  10022: ["The server could not save this. Nothing was changed.", tellOperator],
  10404: ["The server does not know this request.", "It may have been updated. Reload the page."],
  10405: ["The server does not know this request.", "It may have been updated. Reload the page."],
  10408: ["The request took too long to arrive.", "Check your connection and try again."],
  10413: ["This is too much text.", "Shorten it and try again."],
  10431: ["The request is too large for the server.", "Shorten what you search for and try again."],
  10400: ["This cannot be the ID of a guild."],
  11000: ["The server cannot read this input."],
  20058: [
    "This key does not open this guild.",
    "The key or the guild is wrong, or the key has expired or was revoked. An owner of the guild can invite you again.",
  ],
  20062: ["This is the value that it already has.", "Enter another one, or leave it as it is."],
  20063: ["There is already a BOLO for this civilian.", "End it before you raise a new one."],
  20064: ["There is no BOLO to end.", "Somebody may have ended it already."],
  20065: ["This civilian is deceased.", "Records of the deceased cannot be changed."],
  20067: ["This vehicle is already impounded.", "Release it before you impound it again."],
  20068: ["This vehicle is not impounded.", "Somebody may have released it already."],
  20070: ["This request was already sent with other content.", "Reload the page and enter it again."],
  20071: ["Some changes are no longer known.", "Reload the page."],
  20072: ["This civilian is not in custody.", "The sentence may have ended, or somebody has released them."],
  20073: ["This was changed again since."],
  20074: ["What was deleted cannot come back."],
  20075: ["This entry is already void."],
  20076: ["This is the last owner's key of the guild.", "Create a key for another owner first, then revoke this one."],
  20077: ["This civilian has too many records.", "Delete some that are not needed any more."],
  20080: ["This webhook is disabled.", "Activate it before you send anything again."],
  20081: ["The guild has 50 webhooks, which is the most.", "Delete one that is not needed any more."],
  20082: ["This change cannot be undone."],
  20083: [
    "The guild has too many keys or invitations.",
    "Revoke those that are not used any more: at most 1,000 keys and 100 invitations.",
  ],
};

/** For codes with several meanings: by the server's message. */
const byMessage: Readonly<Record<string, Sentence>> = {
  "Character not found": ["No civilian has this name.", "Check the spelling, or search for a part of the name."],
  "Vehicle not found": ["No such vehicle is registered.", "Check the plate. It may have been changed or deleted."],
  "Firearm not found": [
    "No such firearm is registered.",
    "Check the serial number. The firearm may have been deleted.",
  ],
  "Webhook not found": ["This webhook does not exist.", "It may have been deleted."],
  "Entry not found": ["This entry does not exist."],
  "Key not found": ["This key or invitation does not exist any more.", "Somebody may have revoked it already."],
  "Event not found": ["This change does not exist."],
  "Unable to find any civilians": ["No civilians found."],
  "Unable to find any vehicles": ["No vehicles found."],
  "Unable to find any firearms": ["No firearms found."],
  "Civilian already exists": ["Another civilian has this name.", "Choose another name."],
  "Vehicle already exists": ["Another vehicle has this plate.", "Choose another plate."],
};

/** The server's hints begin in lower case and have no full stop. */
function sentence(words: string): string {
  const text = capitalised(words);
  return !text || /[.!?:]$/.test(text) ? text : `${text}.`;
}

function laterSentence({ retryAfter }: ApiError): string {
  return retryAfter ? `Try again in ${plural(retryAfter, "second")}.` : "Wait a moment and try again.";
}

/** Any of the scopes of the hint is enough. */
function rightSentences({ details, hint }: ApiError): Sentences {
  const named = /the scope (\w+(?: or \w+)*)/.exec(hint)?.[1] ?? /^Missing permission (\w+)/.exec(details)?.[1] ?? "";
  const scopes = named.split(" or ");
  return {
    text: `Your key lacks the scope ${named}.`,
    next: `The role ${rolesWith(scopes)} has it. An owner can give you such a key, in Settings → Keys.`,
  };
}

/** "amount must be 1 or more": with the label of the form instead of the name in the API. */
function inputSentences({ details, hint, member }: ApiError, label?: string): Sentences {
  const named = /^Invalid (\w+) provided/.exec(details)?.[1] ?? "";
  const title = label ?? memberTitle(member ?? named);
  if (!hint.startsWith(`${named} `)) return { text: `${title} is not valid.`, next: sentence(hint) };
  const readable = hint.slice(named.length + 1).replace(/\b\d{5,}\b/g, (digits) => formatNumber(Number(digits)));
  return { text: sentence(`${title} ${readable}`), next: "" };
}

function severalSentences({ details, hint }: ApiError): Sentences {
  const things = details.includes("vehicles") ? "vehicles" : "firearms";
  const choices = /choose one of (.*)$/.exec(hint)?.[1]?.replace(/ \(\d+\)/g, "") ?? "";
  return { text: `This civilian has several ${things}.`, next: choices && `Choose one of them: ${choices}.` };
}

/** `label` is the title of the field that the error is about. */
export function sentencesOf(error: ApiError, label?: string): Sentences {
  const { code, status, details, hint } = error;
  if (status === 0)
    return { text: "The server does not respond.", next: hint || "Check your connection and try again." };
  if (code === 20059) return rightSentences(error);
  if (code === 20066) return severalSentences(error);
  if (code > 11000 && code < 12000) return inputSentences(error, label);
  if (code === 20069) return { text: "Too many requests in a short time.", next: laterSentence(error) };
  if (code === 10503) return { text: "The server is busy.", next: laterSentence(error) };
  const known = byCode[code] ?? byMessage[details.replace(codeAtEnd, "")];
  if (known) return { text: known[0], next: known[1] ?? (code in byCode ? sentence(hint) : "") };
  // A proxy in front of the server, which knows no codes.
  if (!code && status === 429) return { text: "Too many requests in a short time.", next: laterSentence(error) };
  if (!code && status >= 500) return { text: "The server cannot be reached.", next: laterSentence(error) };
  return { text: sentence(details.replace(codeAtEnd, "")), next: sentence(hint) };
}

/** The server's own message, if the sentences do not contain it. */
export function messageForSupport({ status, details, code }: ApiError): string {
  return status === 0 || (!code && status < 500 && status !== 429) ? "" : details;
}
