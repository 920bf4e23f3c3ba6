// Derives a guild ID from the name of a community.

export const guildIdMax = 64;
/** What the server accepts. Checked before sending, because some characters cannot be sent in a header. */
export const guildIdPattern = /^[A-Za-z0-9_-]{1,64}$/;

// Letters that NFKD does not decompose into a base letter and a combining mark.
const plain: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** "Señora Café & Co." becomes "senora-cafe-co". A name without Latin letters or digits gives an empty ID. */
export function guildIdFrom(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}|['’]/gu, "")
    .replace(/[ßæœøłđðþı]/g, (letter) => plain[letter] ?? "")
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^-/, "")
    .slice(0, guildIdMax)
    .replace(/-$/, "");
}
