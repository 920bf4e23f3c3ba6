// Our own icons, 20 by 20, in the color of the surrounding text.
const drawings = {
  home: "M3 9.5 10 3.5l7 6M5 8.2V16.5h10V8.2M8.4 16.5v-4.6h3.2v4.6",
  person: "M10 9.8a3.1 3.1 0 1 0 0-6.2 3.1 3.1 0 0 0 0 6.2ZM3.8 16.6c.6-3 3-4.6 6.2-4.6s5.6 1.6 6.2 4.6",
  car: "M3 13.8v-3l1.7-4.3c.2-.6.7-.9 1.3-.9h8c.6 0 1.1.3 1.3.9L17 10.8v3M3 10.8h14M3 13.8h14v2h-2.2v-2M5.2 13.8v2H3v-2M6 12.3h1M13 12.3h1",
  firearm: "M2.5 6h14v3.2h-7l-.9 2.6H6.3L5 15.5H2.6L4.3 9.2h-1.8ZM9.5 9.2v1.6",
  board: "M3 4h14v9.5H3ZM10 13.5v3M6.5 16.5h7M10 6.2v2.6M10 10.9h.01",
  expand: "M3.5 8V3.5H8M12 3.5h4.5V8M16.5 12v4.5H12M8 16.5H3.5V12",
  shield: "M10 3 4 5.2v4.5c0 3.5 2.5 6 6 7.3 3.5-1.3 6-3.8 6-7.3V5.2ZM7.5 9.8l1.8 1.8 3.3-3.4",
  medical: "M8 3.5h4V8h4.5v4H12v4.5H8V12H3.5V8H8Z",
  activity: "M4 4.5h12M4 8.2h12M4 11.9h7.5M4 15.6h5",
  settings:
    "M3.5 6h7M14.5 6h2M12.5 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM3.5 14h2M9.5 14h7M7.5 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  send: "M17 3 2.5 8.3l5.7 3.5L11.7 17.5ZM17 3 8.2 11.8",
  repeat: "M4 9.5A6 6 0 0 1 14.7 6L16.5 8M16.5 3.8V8h-4.2M16 10.5A6 6 0 0 1 5.3 14L3.5 12M3.5 16.2V12h4.2",
  pause: "M6.5 4v12M13.5 4v12",
  play: "M6 3.8v12.4l10-6.2Z",
  search: "M8.7 14.2a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM12.8 12.8l4 4",
  inspect: "M8.7 14.2a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM12.8 12.8l4 4M6.3 8.9l1.7 1.7 3.1-3.4",
  plus: "M10 4v12M4 10h12",
  more: "M4 10a1 1 0 1 0 2 0 1 1 0 1 0-2 0M9 10a1 1 0 1 0 2 0 1 1 0 1 0-2 0M14 10a1 1 0 1 0 2 0 1 1 0 1 0-2 0",
  close: "M5 5l10 10M15 5 5 15",
  left: "M12 4.5 6.5 10l5.5 5.5",
  right: "M8 4.5l5.5 5.5L8 15.5",
  leave: "M8 3.5H4v13h4M8.5 10H17M13.5 6.5 17 10l-3.5 3.5",
  copy: "M7.5 7.5h9v9h-9ZM12.5 7.5v-4h-9v9h4",
  download: "M10 3.5v9M6 8.8l4 4 4-4M3.5 16.5h13",
  check: "M4 10.5l4 4 8-9",
  clear: "M10 17.2a7.2 7.2 0 1 0 0-14.4 7.2 7.2 0 0 0 0 14.4ZM6.7 10.2l2.4 2.4 4.3-4.8",
  stop: "M7 2.8h6L17.2 7v6L13 17.2H7L2.8 13V7ZM10 6.3v4.4M10 13.4h.01",
  alert: "M10 3 2.5 16.5h15ZM10 8v4M10 14.3h.01",
  edit: "M4 16l.7-3.3L13.2 4.2l2.6 2.6-8.5 8.5ZM11.5 6l2.6 2.6",
  trash: "M4 5.5h12M8 5.5v-2h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 8.5v5M11.5 8.5v5",
  light:
    "M10 13.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM10 2.5v1.5M10 16v1.5M2.5 10H4M16 10h1.5M4.7 4.7l1.1 1.1M14.2 14.2l1.1 1.1M15.3 4.7l-1.1 1.1M5.8 14.2l-1.1 1.1",
  dark: "M16 11.6A6.5 6.5 0 0 1 8.4 4 6.5 6.5 0 1 0 16 11.6Z",
  system: "M3 4.5h14v9H3ZM7 16.5h6M10 13.5v3",
  lock: "M5 9h10v7.5H5ZM7 9V6.5a3 3 0 0 1 6 0V9",
  grave: "M5.5 16.5V8a4.5 4.5 0 0 1 9 0v8.5M3.5 16.5h13M10 7v5M8 9h4",
  book: "M4 4h4.5c.9 0 1.5.6 1.5 1.5V16c0-.8-.6-1.3-1.5-1.3H4ZM16 4h-4.5c-.9 0-1.5.6-1.5 1.5V16c0-.8.6-1.3 1.5-1.3H16Z",
} as const;

export type IconName = keyof typeof drawings;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={drawings[name]} />
    </svg>
  );
}
