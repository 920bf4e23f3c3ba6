// Empty pages that say what belongs there, and how to fill them.
import type { ComponentChildren } from "preact";
import { useKey } from "../app/key";
import { href } from "../app/router";
import { CopyButton, useCopy } from "./Copy";
import { Icon } from "./Icon";
import type { IconName } from "./Icon";

interface NothingProps {
  readonly words: string;
  /** Why it may match nothing. */
  readonly hint?: string;
  /** The page without filters. */
  readonly clear: string;
}

/** A filter that matches nothing. */
export function NothingFound({ words, hint, clear }: NothingProps) {
  return (
    <div class="empty nothing-found">
      <p>
        <strong>No {words} found.</strong> {hint}
      </p>
      <a class="button" href={clear}>
        Clear the filters
      </a>
    </div>
  );
}

type Created = "civilian" | "vehicle" | "firearm";

interface CreateProps {
  readonly what: Created;
  readonly title?: string;
  readonly tone?: "primary" | "";
}

/** A button to create a record, for keys that may. */
export function CreateButton({ what, title = `New ${what}`, tone = "primary" }: CreateProps) {
  const { can } = useKey();
  // The scope has the name of the record.
  if (!can(what)) return null;
  return (
    <a class={`button ${tone}`} href={href(["new", what])}>
      <Icon name="plus" /> {title}
    </a>
  );
}

// Its own port and store: the demo must not be mixed with real records.
const demoCommand = "blotter serve --demo --listen 127.0.0.1:8090 --store sqlite:demo.db";

function Demo() {
  const copying = useCopy(demoCommand, "Command");
  return (
    <>
      <p>
        To look around first, start a demo with made-up people. It has a port and records of its own and prints a link:
      </p>
      <p class="command">
        <code ref={copying.shown} tabIndex={0} role="group" aria-label="Command that starts the demo">
          {demoCommand}
        </code>
        <CopyButton {...copying} />
      </p>
      <p class="hidden" role="status">
        {copying.status}
      </p>
    </>
  );
}

interface WelcomeProps {
  readonly icon: IconName;
  readonly title: string;
  readonly actions?: ComponentChildren;
  /** What belongs here, and how it gets here. */
  readonly children: ComponentChildren;
}

/** For a page of a new guild. */
export function Welcome({ icon, title, actions, children }: WelcomeProps) {
  return (
    <div class="welcome">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
      {actions && <div class="welcome-actions">{actions}</div>}
      <div class="welcome-more">
        <p>
          Bots and game servers can add records too, see the <a href="/docs">API</a>.
        </p>
        <Demo />
      </div>
    </div>
  );
}
