// Checks dates in form fields. A date is text such as "1999-04-01".

const pattern = /^(\d{4,})-(\d\d)-(\d\d)$/;
const yearMin = 1000;

export function isDate(text: string): boolean {
  return pattern.test(text) && !Number.isNaN(Date.parse(text));
}

/** Today where the user is. */
export function today(): string {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The completed years from a day of birth until a day; null if it is not a date. */
export function yearsBetween(birth: string, day: string): number | null {
  if (!isDate(birth)) return null;
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
}

/** Whether a year is not typed to the end: the browser already has a date after one digit. */
function isYearShort(text: string): boolean {
  return isDate(text) && Number(text.slice(0, 4)) < yearMin;
}

/** What is wrong with the date in a field, as a sentence; empty if nothing is. */
export function dateProblem({ value, validity, max, required }: HTMLInputElement): string {
  // The browser keeps what was typed, such as 31 February, but has no value for it.
  if (validity.badInput) return "This date does not exist or is not complete.";
  if (value === "") return required ? "Enter a date." : "";
  if (isYearShort(value)) return "Enter the year with four digits.";
  if (max && (value > max || value.length > max.length)) return "This date is in the future.";
  return "";
}
