// The part of the URL after '#' names an operation: #/civilian/civilian.info

/** `thing` is Swagger UI's name of an operation: "operations", its group, its id. */
export function hashOf([, group = "", id = ""]: readonly string[]): string {
  return `#/${encodeURIComponent(group)}/${encodeURIComponent(id)}`;
}

export function thingOf(hash: string): readonly string[] | null {
  const [, group, id] = hash.split("/");
  return group && id ? ["operations", decodeURIComponent(group), decodeURIComponent(id)] : null;
}
