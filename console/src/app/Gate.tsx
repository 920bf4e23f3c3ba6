// What the pages share that need no key: signing in and setting up.
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { askVersion } from "../api/client";

/** The page around one card. */
export function Gate({ title, children }: { title: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} · Blotter`;
  }, [title]);
  return <main class="gate">{children}</main>;
}

/** Where typing begins. Browsers heed `autofocus` only while they load a page, and a form may come later. */
export function useFirstField(): RefObject<HTMLInputElement> {
  const field = useRef<HTMLInputElement>(null);
  // After a dialog around it has been opened.
  useEffect(() => field.current?.focus(), []);
  return field;
}

interface HeadProps {
  readonly title: string;
  readonly lead: ComponentChildren;
  /** For a card that takes the place of another: whoever hears the page instead of seeing it is told. */
  readonly focused?: boolean;
}

export function GateHead({ title, lead, focused = false }: HeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <header>
      <h1 ref={heading} tabIndex={-1}>
        <span class="brand-mark" aria-hidden="true" />
        {title}
      </h1>
      <p class="lead">{lead}</p>
    </header>
  );
}

/** A line for the shell of the server; one click selects it. */
export function Command({ children }: { children: string }) {
  return <code class="command">{children}</code>;
}

/** How to make a key where there is none, on a server that was started by hand and on one of the package. */
export function KeyCommand({ guild = "NAME" }: { guild?: string }) {
  return (
    <>
      <Command>{`blotter key create --guild ${guild}`}</Command>
      With the Debian package, as root:
      <Command>{`runuser -u blotter -- blotter key create --config /etc/blotter/blotter.toml --guild ${guild}`}</Command>
    </>
  );
}

export function Remember() {
  return (
    <label class="check">
      <input type="checkbox" name="remember" />
      <span>
        Remember on this browser
        <small>Otherwise the key is kept until this tab is closed.</small>
      </span>
    </label>
  );
}

function useVersion(): string {
  const [version, setVersion] = useState("");
  useEffect(() => {
    askVersion().then(
      (answer) => setVersion(answer.version),
      () => undefined, // Signing in will tell why.
    );
  }, []);
  return version;
}

export function GateFoot() {
  const version = useVersion();
  return (
    <p class="about">
      <a href="/docs">API</a>
      {version && <> · Version {version}</>}
    </p>
  );
}
