// Shared parts of the pages that need no key: sign-in and setup.
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { fetchVersion } from "../api/client";

/** A page with one centered card. */
export function Gate({ title, children }: { title: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} · Blotter`;
  }, [title]);
  return <main class="gate">{children}</main>;
}

/** Focuses the first field. Browsers honor `autofocus` only during page load, and a form may appear later. */
export function useFirstField(): RefObject<HTMLInputElement> {
  const field = useRef<HTMLInputElement>(null);
  // An effect runs after the surrounding dialog has opened.
  useEffect(() => field.current?.focus(), []);
  return field;
}

interface HeadProps {
  readonly title: string;
  readonly lead: ComponentChildren;
  /** For a card that replaces another one: the focus makes screen readers announce it. */
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

/** A shell command; one click selects it. */
export function Command({ children }: { children: string }) {
  return <code class="command">{children}</code>;
}

/** How to create a key on the server, started by hand or by the Debian package. */
export function KeyCommand({ guild = "NAME" }: { guild?: string }) {
  return (
    <>
      <Command>{`blotter key create --guild ${guild}`}</Command>
      With the Debian package, as root:
      <Command>{`runuser -u blotter -- blotter key create --config /etc/blotter/blotter.toml --guild ${guild}`}</Command>
    </>
  );
}

export function Remember({ initial = false }: { initial?: boolean }) {
  return (
    <label class="check">
      <input type="checkbox" name="remember" defaultChecked={initial} />
      <span>
        Remember in this browser
        <small>Otherwise the key is kept until you close this tab.</small>
      </span>
    </label>
  );
}

function useVersion(): string {
  const [version, setVersion] = useState("");
  useEffect(() => {
    fetchVersion().then(
      (response) => setVersion(response.version),
      () => undefined, // The sign-in form will show the error.
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
