import { useId } from "preact/hooks";
import { go, href } from "../app/router";
import { textOf } from "./textOf";

/** Opens the record with a complete plate or serial; case and spaces do not matter. */
export function Lookup({ label, page }: { label: string; page: string }) {
  const id = useId();
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const text = textOf(event.currentTarget, "text");
    if (text) go(href([page, text]));
  };
  return (
    <form class="filter lookup" onSubmit={onSubmit}>
      <label for={id}>{label}</label>
      <div class="joined">
        <input id={id} name="text" class="code" autoComplete="off" spellcheck={false} required />
        <button type="submit">Look up</button>
      </div>
    </form>
  );
}
