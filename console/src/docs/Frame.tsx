// The frame of the reference, like that of the console: groups of operations in the side bar, a filter at the top.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Brand, SkipLink } from "../app/frameParts";
import { onShortcut } from "../app/shortcut";
import { ThemeSwitch } from "../app/ThemeSwitch";
import { Icon } from "../parts/Icon";
import { AccessForm } from "./AccessForm";
import { groupId, groupTitle } from "./document";

function Filter({ onFilter }: { onFilter: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => onShortcut("/", () => input.current?.select()), []);
  return (
    <search class="search">
      <label for="filter" class="hidden">
        Filter operations
      </label>
      <Icon name="search" />
      <input
        id="filter"
        ref={input}
        type="search"
        autocomplete="off"
        placeholder="Filter operations"
        onInput={(event) => onFilter(event.currentTarget.value.trim())}
      />
      <kbd aria-hidden="true">/</kbd>
    </search>
  );
}

/** The part after '#' names an open operation, so the links must not change it. */
function showGroup(event: Event, name: string): void {
  const heading = document.getElementById(groupId(name));
  if (!heading) return;
  event.preventDefault();
  heading.scrollIntoView();
  heading.querySelector("button")?.focus({ preventScroll: true });
}

interface Props {
  readonly groups: readonly string[];
  readonly version: string;
  readonly onFilter: (text: string) => void;
  readonly children: ComponentChildren;
}

export function Frame({ groups, version, onFilter, children }: Props) {
  return (
    <div class="shell reference">
      <SkipLink />
      <header class="top">
        <Brand home="/" />
        <Filter onFilter={onFilter} />
      </header>
      <nav class="rail" aria-label="Operations">
        <div>
          <Brand home="/" />
          <ul>
            {groups.map((name) => (
              <li key={name}>
                <a href={`#${groupId(name)}`} onClick={(event) => showGroup(event, name)}>
                  {groupTitle(name)}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <div class="account">
          <ThemeSwitch />
          <p class="account-links">
            <a href="/">
              <Icon name="left" /> Console
            </a>
          </p>
        </div>
      </nav>
      <main id="content" tabIndex={-1}>
        <header class="page-head">
          <h1>API reference</h1>
          {version && <span class="badge plain">{version}</span>}
          <div class="actions">
            <a class="button" href="/openapi.json">
              OpenAPI document
            </a>
            <div class="narrow-only">
              <ThemeSwitch />
            </div>
          </div>
        </header>
        <AccessForm />
        {children}
      </main>
    </div>
  );
}
