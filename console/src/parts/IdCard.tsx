import type { Civilian } from "../api/types";
import { Copyable } from "./CopyValue";
import { Facts } from "./Facts";
import { formatNumber } from "./format";
import { When } from "./When";

/** Instead of a photo: the initials of the first and last word of the name. */
export function initials(name: string): string {
  const words = name.split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? "")][0] ?? "").join("");
}

export function IdCard({ civilian }: { civilian: Civilian }) {
  return (
    <section class={civilian.deceased ? "id-card deceased" : "id-card"} aria-label="ID card">
      <header>
        <span class="initials" aria-hidden="true">
          {initials(civilian.civilianName)}
        </span>
        <div>
          <strong dir="auto">{civilian.civilianName}</strong>
          <small>
            <Copyable value={civilian.id} what="ID" />
          </small>
        </div>
      </header>
      <Facts
        facts={[
          ["Born", civilian.civilianDOB],
          ["Age", formatNumber(civilian.civilianAge)],
          ["Gender", civilian.civilianGender],
          ["Hair", civilian.civilianHairColor],
          ["Height", `${formatNumber(civilian.civilianHeight)} cm`],
          ["Weight", `${formatNumber(civilian.civilianWeight)} kg`],
          ["Occupation", civilian.civilianOccupation],
          ["Address", civilian.civilianAddress],
          ["Player", civilian.userName],
          ["Player ID", <Copyable value={civilian.userID} what="player ID" />],
          ["Registered", <When at={civilian.registrationTimestamp} />],
        ]}
      />
    </section>
  );
}
