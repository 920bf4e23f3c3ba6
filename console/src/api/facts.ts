// Request members in the OpenAPI document: choices, lengths and descriptions.
import members from "./generated/members.json";

export interface Member {
  readonly type: string;
  readonly required: boolean;
  readonly about: string;
  readonly maxLength?: number;
  readonly choices?: readonly string[];
}

/** A member of an operation, such as `gender` of `civilian.create`. */
export function memberOf(operation: string, name: string): Member {
  const found = (members as Record<string, Record<string, Member>>)[operation]?.[name];
  if (!found) throw new Error(`${operation} has no member ${name}`);
  return found;
}
