/** The text of a field, without blanks around it; our forms hold no files. */
export function textOf(form: EventTarget | null, field: string): string {
  const value = new FormData(form as HTMLFormElement).get(field);
  return typeof value === "string" ? value.trim() : "";
}
