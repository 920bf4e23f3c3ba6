// A text field with suggestions. Keyboard: arrow keys select, Enter accepts, Escape closes.
import type { ComponentChildren, JSX, RefObject } from "preact";
import { useId, useState } from "preact/hooks";

interface Props<T> {
  readonly id: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly options: readonly T[];
  readonly keyOf: (option: T) => string;
  readonly render: (option: T) => ComponentChildren;
  readonly onPick: (option: T) => void;
  /** Shown when there are no options; null while that is not known. */
  readonly nothing: string | null;
  readonly input?: RefObject<HTMLInputElement>;
  /** Enter accepts the first option if none is selected: for a search, not for a form. */
  readonly eager?: boolean;
  readonly attributes?: JSX.IntrinsicElements["input"];
}

export function Combobox<T>(props: Props<T>) {
  const { id, value, options, keyOf, render, nothing, eager = false } = props;
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useId();
  const shown = isOpen && (options.length > 0 || nothing !== null);
  const optionId = (index: number) => `${list}-${index}`;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const pick = (option: T) => {
    close();
    props.onPick(option);
  };
  const move = (step: number) => {
    if (!isOpen) setOpen(true);
    // One position more than options: after the last option comes the text field.
    const places = options.length + 1;
    setActive(((active + 1 + step + places) % places) - 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Escape" && shown) close();
    else if (event.key === "Enter" && shown && (active >= 0 || eager)) {
      const option = options[Math.max(active, 0)];
      if (option === undefined) return;
      pick(option);
    } else {
      // The form is sent with what was typed.
      if (event.key === "Enter") close();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="combobox">
      <input
        {...props.attributes}
        ref={props.input}
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        spellcheck={false}
        dir="auto"
        aria-expanded={shown}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? optionId(active) : undefined}
        value={value}
        onInput={(event) => {
          setOpen(true);
          setActive(-1);
          props.onValue(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <ul id={list} role="listbox" aria-label="Results" class="options" hidden={!shown}>
        {options.map((option, index) => (
          <li
            key={keyOf(option)}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            // The field must keep the focus until the click is handled.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(option)}
          >
            {render(option)}
          </li>
        ))}
        {options.length === 0 && (
          <li role="option" aria-disabled="true" aria-selected={false} class="nothing">
            {nothing}
          </li>
        )}
      </ul>
    </div>
  );
}
