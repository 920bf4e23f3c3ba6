import { useState } from "preact/hooks";
import { copyText } from "../app/clipboard";
import { useObservable } from "../app/observable";
import { Icon } from "../parts/Icon";
import { access } from "./access";
import { languages } from "./snippets";
import type { Call } from "./snippets";

const hiddenKey = "•".repeat(12);

interface Props {
  /** The operation, for screen readers: a page has many of these. */
  readonly title: string;
  readonly call: (who: { key: string; guild: string }) => Call;
}

/** The request as code. The key is hidden unless it is to be shown; a copy always has it. */
export function CodeSnippets({ title, call }: Props) {
  const { key, guild, showsKey } = useObservable(access);
  const [chosen, choose] = useState(0);
  const [copied, setCopied] = useState<string | null>(null);
  const write = (shownKey: string) =>
    languages[chosen]?.write(call({ key: shownKey || "YOUR_KEY", guild: guild || "YOUR_GUILD" })) ?? "";
  const whole = write(key);
  const copy = async (button: HTMLElement) => {
    if (await copyText(whole, button)) setCopied(whole);
  };
  return (
    <section class="snippets" aria-label={`Snippets: ${title}`}>
      <div class="snippets-head">
        <div class="tabs" role="group" aria-label="Language">
          {languages.map((language, index) => (
            <button key={language.title} type="button" aria-pressed={index === chosen} onClick={() => choose(index)}>
              {language.title}
            </button>
          ))}
        </div>
        <button type="button" class="copy" onClick={(event) => void copy(event.currentTarget)}>
          <Icon name={copied === whole ? "check" : "copy"} /> {copied === whole ? "Copied" : "Copy"}
        </button>
        <span class="hidden" role="status">
          {copied === whole ? "Copied" : ""}
        </span>
      </div>
      {/* Long lines scroll, which must work with the keyboard. */}
      <pre tabIndex={0}>{key && !showsKey ? write(hiddenKey) : whole}</pre>
    </section>
  );
}
