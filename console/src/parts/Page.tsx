import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface Props {
  readonly title: string;
  /** The parent page, for the window title. */
  readonly under?: string;
  readonly badges?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** Whether the page is a form. Then its first field gets the focus, and not the heading. */
  readonly isForm?: boolean;
  readonly children: ComponentChildren;
}

// The first page of a visit leaves the focus where the browser puts it.
let arrivedAt = placeName();
let isFocused = false;

/** The location without its query: filters and page numbers do not count. */
function placeName(): string {
  return location.hash.split("?")[0] ?? "";
}

/** Sets the window title. Navigation to a page moves the focus to its heading, or into its form. */
export function useHeading(title: string, under?: string, isForm = false): RefObject<HTMLHeadingElement> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = [title, under, "Blotter"].filter(Boolean).join(" · ");
  }, [title, under]);
  useEffect(() => {
    const isNew = placeName() !== arrivedAt;
    arrivedAt = placeName();
    // When a record arrives, its page is mounted again. This must not take the focus from a field in use.
    const isLost = isFocused && document.activeElement === document.body;
    isFocused = isNew || isLost;
    const field = isForm && document.querySelector<HTMLElement>("main [autofocus]");
    if (isFocused) (field || heading.current)?.focus({ preventScroll: true });
    if (isNew) scrollTo(0, 0);
  }, [isForm]);
  return heading;
}

/** A page with heading, actions and content. */
export function Page({ title, under, badges, actions, isForm = false, children }: Props) {
  const heading = useHeading(title, under, isForm);
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
