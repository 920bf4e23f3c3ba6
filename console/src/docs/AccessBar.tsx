import { useEffect, useState } from "preact/hooks";
import { access, enter, forget, isToBeRemembered, remember, watch } from "./access";

/** Where the reader says who is asking. */
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
          Forget both
        </button>
      </form>
      <p>Both are sent to this server only, and kept for this tab unless they are to be remembered.</p>
    </header>
  );
}
