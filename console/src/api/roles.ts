// The roles of keys: names for scopes. A test compares them with those of the server.
import type { paths } from "./generated/schema";
import type { Scope } from "./types";

type NewKey = NonNullable<paths["/api/key/create"]["post"]["requestBody"]>["content"]["application/json"];
export type Role = NonNullable<NewKey["role"]>;

interface RoleFacts {
  readonly title: string;
  readonly scopes: readonly Scope[];
  readonly about: string;
}

const records = ["civilian", "vehicle", "firearm"] as const;
const all = ["read", ...records, "leo", "medical"] as const;

export const roles: Readonly<Record<Role, RoleFacts>> = {
  viewer: { title: "Viewer", scopes: ["read"], about: "Sees everything and changes nothing." },
  officer: {
    title: "Officer",
    scopes: ["read", "leo"],
    about: "Arrests, cites, fines and impounds, raises BOLOs and reports what is stolen.",
  },
  medic: { title: "Medic", scopes: ["read", "medical"], about: "Enters admissions to hospitals." },
  clerk: { title: "Clerk", scopes: ["read", ...records], about: "Keeps civilians, vehicles and firearms." },
  dispatcher: {
    title: "Dispatcher",
    scopes: ["read", "leo", ...records],
    about: "What officers and clerks do together.",
  },
  bot: { title: "Bot", scopes: all, about: "Changes all records; for bots and game servers." },
  owner: {
    title: "Owner",
    scopes: [...all, "admin"],
    about: "Everything, also keys, webhooks, the penal code and undo.",
  },
};

export const roleNames = Object.keys(roles) as Role[];

export const scopeAbout: Readonly<Record<Scope, string>> = {
  read: "See all records",
  civilian: "Change civilians",
  vehicle: "Change vehicles",
  firearm: "Change firearms",
  leo: "Arrests, citations, fines, impounds and BOLOs",
  medical: "Admissions to hospitals",
  admin: "Keys, webhooks, the penal code and undo",
};

export const scopeNames = Object.keys(scopeAbout) as Scope[];

/** The role with exactly these scopes, if there is one. */
export function roleOf(scopes: readonly string[]): RoleFacts | undefined {
  return Object.values(roles).find(
    (role) => role.scopes.length === scopes.length && role.scopes.every((each) => scopes.includes(each)),
  );
}

/** "Officer, Dispatcher, Bot or Owner": the roles that have one of the scopes. */
export function rolesWith(scopes: readonly string[]): string {
  const titles = Object.values(roles)
    .filter((role) => role.scopes.some((each) => scopes.includes(each)))
    .map(({ title }) => title);
  return titles.join(", ").replace(/, (?=[^,]*$)/, " or ");
}
