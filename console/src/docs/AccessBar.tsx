import { useEffect, useState } from "preact/hooks";
import { access, enter, forget, isToBeRemembered, remember, watch } from "./access";

/** The form for the guild and the key. */
export function AccessBar() {
  const seen = () => ({ ...access(), remembers: isToBeRemembered() });
  const [{ key, guild, remembers }, setSeen] = useState(seen());
  useEffect(() => watch(() => setSeen(seen())), []);
  return (
    <header class="access">
      <a class="home" href="/">
        Blotter
      </a>
      <form onSubmit={(event) => event.preventDefault()}>
        <label>
          Guild
          <input
            name="guild"
            autocomplete="off"
            spellcheck={false}
            value={guild}
            onInput={(event) => enter({ guild: event.currentTarget.value.trim() })}
          />
        </label>
        <label>
          Key
          <input
            name="key"
            type="password"
            autocomplete="off"
            value={key}
            onInput={(event) => enter({ key: event.currentTarget.value.trim() })}
          />
        </label>
        <label class="choice">
          <input
            name="remember"
            type="checkbox"
            checked={remembers}
            onChange={(event) => remember(event.currentTarget.checked)}
          />
          Remember in this browser
        </label>
        <button type="button" disabled={!key && !guild} onClick={forget}>
          Clear both
        </button>
      </form>
      <p>Both are sent only to this server. They are kept for this tab, unless you choose to remember them.</p>
    </header>
  );
}
