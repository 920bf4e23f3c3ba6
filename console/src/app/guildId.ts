// An id for a community from its name.

export const guildIdMax = 64;
/** What the server takes. A header cannot carry everything, so the console looks before it sends. */
export const guildIdPattern = /^[A-Za-z0-9_-]{1,64}$/;

// Letters that Unicode does not take apart into a plain letter and a mark.
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

/** "Señora Café & Co." becomes "senora-cafe-co". A name without any Latin letter or digit gives an empty id. */
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
