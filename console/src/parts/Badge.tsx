import type { ComponentChildren } from "preact";

export type Tone = "bolo" | "deceased" | "stolen" | "impounded" | "custody" | "void" | "plain" | "good" | "bad";

export function Badge({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

interface States {
  readonly bolo?: boolean;
  readonly deceased?: boolean;
  readonly stolen?: boolean;
  readonly impounded?: boolean;
}

/** States of a record that users must not miss. */
export function StateBadges({ bolo, deceased, stolen, impounded }: States) {
  if (!bolo && !deceased && !stolen && !impounded) return null;
  return (
    <span class="badges">
      {deceased && <Badge tone="deceased">Deceased</Badge>}
      {bolo && <Badge tone="bolo">BOLO</Badge>}
      {stolen && <Badge tone="stolen">Stolen</Badge>}
      {impounded && <Badge tone="impounded">Impounded</Badge>}
    </span>
  );
}

/** Valid, Expired or None; all but Valid are highlighted. */
export function Validity({ value }: { value: string }) {
  return <span class={value === "Valid" ? "validity valid" : "validity"}>{value}</span>;
}
