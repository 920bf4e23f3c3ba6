// The API changes one field per request. A form may change several, so it sends several requests.
import { ApiError, events } from "../api/client";
import type { Body, Success, Typed } from "../parts/Form";

/** A field by its name in the API, and the member of the form that holds it. */
export type EditField = readonly [field: string, member: string];

/**
 * Sends every field that differs from `saved`, in the order of `fields`, and updates `saved`. After an error the next
 * attempt sends only the remaining fields.
 */
export async function saveFields<A extends Success>(
  fields: readonly EditField[],
  saved: Typed,
  body: Body,
  save: (field: string, value: string | number | undefined) => Promise<A>,
): Promise<Success & { readonly last?: A }> {
  const messages: string[] = [];
  const numbers: number[] = [];
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
    messages.push(last.success);
    numbers.push(...(last[events] ?? []));
  }
  if (!last) return { success: "No changes" };
  return { success: messages.join(", "), last, [events]: numbers };
}
