// The current key and its scopes. The console hides what the key is not allowed to do.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { KeyInfo, Scope } from "../api/types";

export interface KeyRights {
  readonly info: KeyInfo;
  readonly can: (scope: Scope) => boolean;
}

export const KeyContext = createContext<KeyRights | null>(null);

export function rightsOf(info: KeyInfo): KeyRights {
  return { info, can: (scope) => info.scopes.includes(scope) };
}

export function useKey(): KeyRights {
  const rights = useContext(KeyContext);
  if (!rights) throw new Error("not signed in");
  return rights;
}
