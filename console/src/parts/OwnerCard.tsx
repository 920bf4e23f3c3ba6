import type { Civilian } from "../api/types";
import { href } from "../app/router";
import { Icon } from "./Icon";
import { initials } from "./IdCard";
import { Section } from "./Page";
import { PersonBadges } from "./states";

/** Who a vehicle or firearm is registered to, and what an officer must know about them. */
export function OwnerCard({ owner }: { owner: Civilian }) {
  return (
    <Section title="Owner">
      <div class={owner.deceased ? "owner deceased" : "owner"}>
        <span class="initials" aria-hidden="true">
          {initials(owner.civilianName)}
        </span>
        <div>
          <a href={href(["civilians", owner.civilianName])} dir="auto">
            {owner.civilianName}
          </a>
          <small dir="auto">
            Born {owner.civilianDOB} · {owner.civilianGender} · {owner.civilianOccupation}
          </small>
          <PersonBadges civilian={owner} />
          {owner.bolo && (
            <p class="owner-bolo">
              <Icon name="alert" /> <span dir="auto">{owner.boloReason}</span>
            </p>
          )}
        </div>
      </div>
    </Section>
  );
}
