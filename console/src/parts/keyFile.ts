import type { Credentials } from "../app/credentials";

/** The file that users download to keep a key: what they need to sign in, and a warning. */
export function keyFile({ guild, key }: Credentials, role: string, title: string, warning: string) {
  const text = [
    `Blotter: ${title}`,
    "",
    `Guild    ${guild}`,
    `Address  ${location.origin}`,
    `Key      ${key}`,
    "",
    `Keep this key secret. ${warning}`,
    "",
  ].join("\n");
  return { name: `blotter-${guild}-${role}-key.txt`, text };
}
