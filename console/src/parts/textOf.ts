/** The trimmed text of a form field; our forms contain no files. */
export function textOf(form: EventTarget | null, field: string): string {
  const value = new FormData(form as HTMLFormElement).get(field);
  return typeof value === "string" ? value.trim() : "";
}
