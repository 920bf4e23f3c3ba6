import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface Props {
  readonly title: string;
  /** The pages above this one, for the title of the window. */
  readonly under?: string;
  readonly badges?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

// The first place of a visit leaves the focus where the browser puts it.
let arrivedAt = placeName();
let isFocused = false;

/** Filters and pages of a list are still the same place. */
function placeName(): string {
  return location.hash.split("?")[0] ?? "";
}

/** One page: its heading, what can be done, and its content. Coming to it puts the focus on the heading. */
export function Page({ title, under, badges, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = [title, under, "Blotter"].filter(Boolean).join(" · ");
  }, [title, under]);
  useEffect(() => {
    const isNew = placeName() !== arrivedAt;
    arrivedAt = placeName();
    // A record that arrives makes its page anew. Whoever is typing by then must not be disturbed.
    const isLost = isFocused && document.activeElement === document.body;
    isFocused = isNew || isLost;
    if (isFocused) heading.current?.focus({ preventScroll: true });
    if (isNew) scrollTo(0, 0);
  }, []);
  return (
    <>
      <header class="page-head">
        <h1 ref={heading} tabIndex={-1} dir="auto">
          {title}
        </h1>
        {badges}
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly class?: string;
}

export function Section({ title, aside, children, class: extra = "" }: SectionProps) {
  return (
    <section class={`card ${extra}`} aria-label={title}>
      <div class="card-head">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <div class="empty">{children}</div>;
}
