import { useEffect, useState } from "preact/hooks";
import { access, forget, remember, watch } from "./access";

/** Where the reader says who is asking. */
export function AccessBar() {
  const [{ key, guild }, setAccess] = useState(access());
  useEffect(() => watch(() => setAccess(access())), []);
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
            onInput={(event) => remember({ guild: event.currentTarget.value.trim() })}
          />
        </label>
        <label>
          Key
          <input
            name="key"
            type="password"
            autocomplete="off"
            value={key}
            onInput={(event) => remember({ key: event.currentTarget.value.trim() })}
          />
        </label>
        <button type="button" disabled={!key && !guild} onClick={forget}>
          Forget both
        </button>
      </form>
      <p>Both are remembered in this browser and sent to this server only, until you forget them here.</p>
    </header>
  );
}
