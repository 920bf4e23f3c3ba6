// A plate or a name, and whether to stop it: the verdict, why, and what is on file.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { checkAddress, questionOf } from "../app/checks";
import type { Mode, Question } from "../app/checks";
import { go, href, replace } from "../app/router";
import type { Place } from "../app/router";
import { commandTitle } from "../app/shortcut";
import { checkActions } from "../forms/checkActions";
import { CheckCard } from "../parts/CheckCard";
import { CheckField } from "../parts/CheckField";
import { Page } from "../parts/Page";
import { RecentChecks } from "../parts/RecentChecks";

const modeTitles: readonly (readonly [mode: Mode | null, title: string])[] = [
  [null, "Plate or name"],
  ["plate", "Plate"],
  ["name", "Name"],
];

function Modes({ text, mode }: Question) {
  return (
    <nav class="tabs" aria-label="What to check">
      {modeTitles.map(([each, title]) => (
        <a
          key={title}
          href={href(["check"], { q: text, as: each ?? undefined })}
          aria-current={each === mode ? "page" : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

export function Check({ place }: { place: Place }) {
  const { text, mode } = questionOf(place);
  const [typed, setTyped] = useState(text);
  // A check may be repeated.
  const [round, setRound] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  // The URL may also change by a link or the back button.
  useEffect(() => setTyped(text), [text]);
  // After the focus on the heading: here the first thing to do is typing.
  useEffect(() => {
    if (!text) input.current?.focus();
  }, [text]);
  const check = (question: Question) => {
    const address = checkAddress(question.text, question.mode);
    if (location.hash === address) setRound(round + 1);
    else go(address);
  };
  const onRename = useCallback((name: string) => replace(checkAddress(name, "name")), []);
  return (
    <Page title="Check">
      <section class="card check-ask" aria-label="Ask">
        <CheckField
          input={input}
          value={typed}
          onValue={setTyped}
          // A chosen mode stays, except if a suggestion says what it is.
          onCheck={(question) => check({ ...question, mode: question.mode ?? mode })}
        />
        <Modes text={text} mode={mode} />
      </section>
      <div class="check-columns">
        {text ? (
          <CheckCard
            key={`${round} ${mode ?? ""} ${text}`}
            question={{ text, mode }}
            actions={checkActions}
            onRename={onRename}
          />
        ) : (
          <section class="card empty">
            Type the plate of a vehicle or the name of a person. The answer says whether to stop, and why.{" "}
            <span class="keys-hint">
              <kbd>{commandTitle("K")}</kbd> does the same from every page.
            </span>
          </section>
        )}
        <RecentChecks onCheck={check} />
      </div>
    </Page>
  );
}
