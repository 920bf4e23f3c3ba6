// The API changes one field at a time; a form changes several. So it sends one after the other.
import { ApiError } from "../api/client";
import type { Body, Told, Typed } from "../parts/Form";

/** A field by its name in the API, and the member of the form that holds it. */
export type EditField = readonly [field: string, member: string];

/**
 * Sends every field that differs from what is saved, in the order of `fields`, and notes each in `saved`: after a
 * refusal half way the next attempt sends only the rest.
 */
export async function saveFields<A extends Told>(
  fields: readonly EditField[],
  saved: Typed,
  body: Body,
  save: (field: string, value: string | number | undefined) => Promise<A>,
): Promise<Told & { readonly last?: A }> {
  const told: string[] = [];
  let last: A | undefined;
  for (const [field, member] of fields) {
    const value = body[member];
    if (String(value ?? "") === (saved[member] ?? "")) continue;
    try {
      last = await save(field, value);
    } catch (error) {
      throw error instanceof ApiError && error.member === "value" ? error.about(member) : error;
    }
    saved[member] = String(value ?? "");
    told.push(last.success);
  }
  if (!last) return { success: "Nothing was changed" };
  return { success: told.join(", "), last };
}
