import { useId, useState } from "preact/hooks";
import { Icon } from "../parts/Icon";
import { chooseTheme, theme, themes } from "./theme";
import type { Theme } from "./theme";

const titles: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };

export function ThemeSwitch() {
  const [chosen, setChosen] = useState(theme);
  // A page may have two of these, one for wide and one for narrow windows.
  const group = useId();
  return (
    <fieldset class="switch">
      <legend class="hidden">Theme</legend>
      {themes.map((each) => (
        <label key={each} title={titles[each]}>
          <input
            type="radio"
            name={group}
            checked={each === chosen}
            onChange={() => {
              chooseTheme(each);
              setChosen(each);
            }}
          />
          <Icon name={each} />
          <span class="hidden">{titles[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}
