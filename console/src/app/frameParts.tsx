// What the frames of the console and of the API reference share.

export function Brand({ home }: { home: string }) {
  return (
    <a class="brand" href={home}>
      <span class="brand-mark" aria-hidden="true" />
      Blotter
    </a>
  );
}

/** The part after '#' names what is open, so the link must not change it. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

export function SkipLink() {
  return (
    <a class="skip" href="#content" onClick={skip}>
      Skip to content
    </a>
  );
}
