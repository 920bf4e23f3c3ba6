import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { go } from "../app/router";
import { onShortcut } from "../app/shortcut";
import { Combobox } from "./Combobox";
import { addressOf, FoundRow, useSearch } from "./searchResults";
import { Icon } from "./Icon";

/** The search field of every page. The key "/" focuses it. */
export function Search() {
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const { found, nothing } = useSearch(text, 12);
  // A layout effect: the key must work as soon as the page is visible.
  useLayoutEffect(() => onShortcut("/", () => input.current?.select()), []);
  return (
    <search class="search">
      <label for="search" class="hidden">
        Search people, plates and serials
      </label>
      <Icon name="search" />
      <Combobox
        id="search"
        input={input}
        value={text}
        onValue={setText}
        options={found}
        keyOf={({ kind, id }) => kind + id}
        render={(each) => <FoundRow found={each} />}
        onPick={(each) => {
          setText("");
          input.current?.blur();
          go(addressOf(each));
        }}
        nothing={nothing}
        eager
        attributes={{ placeholder: "Search people, plates, serials", enterkeyhint: "search" }}
      />
      <kbd aria-hidden="true">/</kbd>
    </search>
  );
}
