// Formats values for display, in the locale and time zone of the browser.
const number = new Intl.NumberFormat();
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const hourAndMinute = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const exactTime = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "medium" });
const dayAndMonth = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "narrow" });

export function formatNumber(value: number): string {
  return number.format(value);
}

export function formatTime(timestamp: string): string {
  return dateTime.format(new Date(timestamp));
}

export function formatExactly(timestamp: string): string {
  return exactTime.format(new Date(timestamp));
}

/** When something ends: only the time if that is today, in milliseconds since 1970. */
export function formatUntil(end: number): string {
  const isToday = new Date(end).toDateString() === new Date().toDateString();
  return (isToday ? hourAndMinute : dateTime).format(end);
}

/** A day such as "2026-11-14", in UTC. */
export function formatDay(day: string): string {
  return dayAndMonth.format(new Date(`${day}T00:00:00Z`));
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

export function formatAgo(timestamp: string, now: number): string {
  const seconds = (now - Date.parse(timestamp)) / 1000;
  for (const [unit, length] of steps) {
    if (seconds >= length) return relative.format(-Math.floor(seconds / length), unit);
  }
  return relative.format(0, "second");
}

/** Seconds as days, hours, minutes and seconds. The time of an admission may be any text; that is shown unchanged. */
export function formatSeconds(time: number | string): string {
  const seconds = Number(time);
  if (!Number.isFinite(seconds) || String(time).trim() === "") return String(time);
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = Math.round((seconds % 60) * 100) / 100;
  const parts = [
    days ? `${formatNumber(days)} d` : "",
    hours ? `${formatNumber(hours)} h` : "",
    minutes ? `${minutes} min` : "",
    rest || seconds === 0 ? `${formatNumber(rest)} s` : "",
  ];
  return parts.filter(Boolean).join(" ");
}

export function plural(amount: number, one: string, many = `${one}s`): string {
  return `${formatNumber(amount)} ${amount === 1 ? one : many}`;
}

/** With an initial capital: the beginning of a sentence or title. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
