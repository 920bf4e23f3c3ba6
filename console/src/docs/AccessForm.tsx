import { useObservable } from "../app/observable";
import { access, change, clear } from "./access";

/** The form for the guild and the key. */
export function AccessForm() {
  const { key, guild, remembers, showsKey } = useObservable(access);
  return (
    <form class="card access" aria-label="Access" onSubmit={(event) => event.preventDefault()}>
      <div class="access-fields">
        <label class="access-guild">
          Guild
          <input
            name="guild"
            autocomplete="off"
            spellcheck={false}
            value={guild}
            onInput={(event) => change({ guild: event.currentTarget.value.trim() })}
          />
        </label>
        <label class="access-key">
          Key
          <input
            name="key"
            class="code"
            type={showsKey ? "text" : "password"}
            autocomplete="off"
            spellcheck={false}
            value={key}
            onInput={(event) => change({ key: event.currentTarget.value.trim() })}
          />
        </label>
        <button type="button" aria-pressed={showsKey} onClick={() => change({ showsKey: !showsKey })}>
          {showsKey ? "Hide key" : "Show key"}
        </button>
        <button type="button" disabled={!key && !guild} onClick={clear}>
          Clear both
        </button>
      </div>
      <label class="choice">
        <input
          name="remember"
          type="checkbox"
          checked={remembers}
          onChange={(event) => change({ remembers: event.currentTarget.checked })}
        />
        Remember in this browser
      </label>
      <p>Both are sent only to this server. They are kept for this tab, unless you choose to remember them.</p>
    </form>
  );
}
