import type { ComponentChildren } from "preact";

export type Tone = "bolo" | "deceased" | "stolen" | "impounded" | "plain" | "good";

export function Badge({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

interface States {
  readonly bolo?: boolean;
  readonly deceased?: boolean;
  readonly stolen?: boolean;
  readonly impounded?: boolean;
}

/** The states of a record that somebody at the desk must not miss. */
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

/** A word such as Valid, Expired or None; all but the first want attention. */
export function Standing({ value }: { value: string }) {
  return <span class={value === "Valid" ? "standing valid" : "standing"}>{value}</span>;
}
