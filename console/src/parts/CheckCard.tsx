// The result of a check: the verdict with its reasons, then what is on file.
import { useEffect, useRef } from "preact/hooks";
import type { Question } from "../app/checks";
import { useKey } from "../app/key";
import { useQuery } from "../app/query";
import { addRecentCheck } from "../app/recentChecks";
import { href } from "../app/router";
import { current } from "../app/session";
import { watchChanges } from "../live/live";
import { isVehicleCheck, useCheck } from "./check";
import type { Checked, CheckState } from "./check";
import { BriefRecord, CheckedRecords } from "./CheckedRecords";
import type { RecordActions } from "./CheckedRecords";
import { questionAbout } from "./CheckField";
import { capitalised } from "./format";
import { Icon } from "./Icon";
import { Empty, Section } from "./Page";
import { Problem } from "./Problem";
import { addressOf, FoundRow } from "./searchResults";
import { CheckLink, verdictIcons, verdictTitles } from "./Verdict";
import { RecordWaiting } from "./Waiting";

const similarMax = 6;
const searchMin = 2;
const searchMax = 100;

/** The plate or the name as it is on file, or as it was typed. */
function titleOf(checked: Checked, text: string): string {
  return (isVehicleCheck(checked) ? checked.vehicle[0]?.plate : checked.civilian[0]?.civilianName) ?? text;
}

function Reasons({ checked, triedBoth }: { checked: Checked; triedBoth: boolean }) {
  if (checked.verdict === "clear") {
    return (
      <p class="reasons">Nothing on file against this {isVehicleCheck(checked) ? "vehicle or its owner" : "person"}.</p>
    );
  }
  return (
    <ul class="reasons" aria-label="Reasons">
      {checked.reasons.map(({ code, text }) => (
        <li key={code} dir="auto">
          {capitalised(text)}
        </li>
      ))}
      {triedBoth && <li>{isVehicleCheck(checked) ? "No name like this either" : "No plate like this either"}</li>}
    </ul>
  );
}

function VerdictBand({ checked, text, triedBoth }: { checked: Checked; text: string; triedBoth: boolean }) {
  const { verdict } = checked;
  const vehicle = isVehicleCheck(checked) ? checked.vehicle[0] : undefined;
  return (
    <section class="verdict" data-verdict={verdict} aria-label="Verdict">
      <header>
        <Icon name={verdictIcons[verdict]} />
        <h2>
          <strong>{verdictTitles[verdict]}</strong>{" "}
          <span class={isVehicleCheck(checked) ? "code" : undefined} dir="auto">
            {titleOf(checked, text)}
          </span>
        </h2>
        {vehicle && (
          <p dir="auto">
            {vehicle.model}, {vehicle.color}
          </p>
        )}
      </header>
      <Reasons checked={checked} triedBoth={triedBoth} />
    </section>
  );
}

interface NearProps {
  readonly text: string;
  readonly mode: CheckState["mode"];
  readonly onCheck: ((question: Question) => void) | undefined;
}

/** For what is not on file: what is similar, and where to register it. */
function NearMatches({ text, mode, onCheck }: NearProps) {
  const { can } = useKey();
  const letters = [...text];
  const q = letters.length >= searchMin ? letters.slice(0, searchMax).join("") : null;
  const { data } = useQuery("/api/search", q === null ? null : { q, limit: similarMax });
  const results = data?.results ?? [];
  const register = mode === "plate" ? can("vehicle") && "vehicle" : can("civilian") && "civilian";
  const link = register && <a href={href(["new", register])}>Register it</a>;
  if (q !== null && !data) return null;
  return (
    <Section title={results.length > 0 ? "Did you mean …" : "Nothing similar is on file"} aside={link}>
      {results.length === 0 && <Empty>Check the spelling, or search for a part of it.</Empty>}
      <ul class="near">
        {results.map((found) => {
          const question = questionAbout(found);
          return (
            <li key={found.kind + found.id}>
              {question ? (
                <CheckLink {...question} onCheck={onCheck}>
                  <FoundRow found={found} />
                </CheckLink>
              ) : (
                <a href={addressOf(found)}>
                  <FoundRow found={found} />
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** Adds the check to the recent ones, once, with the verdict that the server gave now. */
function useRecord({ checked, mode, isCurrent }: CheckState, text: string): void {
  const isRecorded = useRef(false);
  useEffect(() => {
    const who = current();
    if (!checked || !isCurrent || isRecorded.current || !who) return;
    isRecorded.current = true;
    addRecentCheck(who, { mode, text: titleOf(checked, text), verdict: checked.verdict });
  }, [checked, mode, isCurrent, text]);
}

/** Follows a new name of the checked civilian. */
function useNewName(checked: Checked | undefined, onRename: ((name: string) => void) | undefined): void {
  const civilian = checked && !isVehicleCheck(checked) ? checked.civilian[0] : undefined;
  useEffect(() => {
    if (!civilian || !onRename) return undefined;
    return watchChanges((change) => {
      if (change === "reset" || change.civilianID !== civilian.id || !change.civilianName) return;
      if (change.civilianName !== civilian.civilianName) onRename(change.civilianName);
    });
  }, [civilian, onRename]);
}

function spoken(checked: Checked, text: string): string {
  return [verdictTitles[checked.verdict], titleOf(checked, text), ...checked.reasons.map((each) => each.text)].join(
    ". ",
  );
}

interface Props {
  readonly question: Question;
  /** What may be done with the records. Without it the card is brief: for a dialog. */
  readonly actions?: RecordActions;
  readonly onCheck?: (question: Question) => void;
  readonly onRename?: (name: string) => void;
}

/** Needs a key: another question is another card. */
export function CheckCard({ question, actions, onCheck, onRename }: Props) {
  const { text } = question;
  const state = useCheck(question);
  const { checked, error, mode, triedBoth } = state;
  useRecord(state, text);
  useNewName(checked, onRename);
  return (
    <div class="stack" aria-busy={!checked && !error}>
      <p class="hidden" role="status">
        {checked && spoken(checked, text)}
      </p>
      {error && <Problem error={error} retry={state.reload} />}
      {!checked && !error && <RecordWaiting />}
      {checked && <VerdictBand {...{ checked, text, triedBoth }} />}
      {checked && !checked.registered && <NearMatches {...{ text, mode, onCheck }} />}
      {checked?.registered &&
        (actions ? <CheckedRecords {...{ checked, actions }} /> : <BriefRecord checked={checked} />)}
    </div>
  );
}
