// Finding people, plates and serials while one types.
import { useReading } from "../app/query";
import { href } from "../app/router";
import { useSettled } from "../app/settled";
import type { Found } from "../api/types";
import { StateBadges } from "./Badge";
import { Icon } from "./Icon";
import type { IconName } from "./Icon";

const pause = 120;
const shortest = 2;

interface Finding {
  readonly found: readonly Found[];
  readonly nothing: string | null;
}

/** What the server finds for a text, once the typing pauses. */
export function useFinding(text: string, limit: number): Finding {
  const wanted = text.trim();
  const asked = useSettled(wanted, pause);
  const isAsked = [...asked].length >= shortest && [...wanted].length >= shortest;
  const { data, error, busy } = useReading("/api/search", isAsked ? { q: asked, limit } : null);
  if (error) return { found: [], nothing: error.hint || error.details };
  const isAnswered = isAsked && !busy && asked === wanted;
  return {
    found: isAsked ? (data?.results ?? []) : [],
    nothing: isAnswered ? `Nothing found for “${wanted}”` : null,
  };
}

const icons: Record<Found["kind"], IconName> = { civilian: "person", vehicle: "car", firearm: "firearm" };

function titleOf({ kind, civilianName, plate, serialNumber }: Found): string {
  if (kind === "vehicle") return plate;
  return kind === "firearm" ? serialNumber : civilianName;
}

export function addressOf(found: Found): string {
  const page = { civilian: "civilians", vehicle: "vehicles", firearm: "firearms" }[found.kind];
  return href([page, titleOf(found)]);
}

export function FoundRow({ found }: { found: Found }) {
  const { kind, model, civilianName } = found;
  return (
    <>
      <Icon name={icons[kind]} />
      <span class="found">
        <span dir="auto">{titleOf(found)}</span>
        {kind !== "civilian" && (
          <small>
            {model} · {civilianName}
          </small>
        )}
      </span>
      {/* The states of an owner are not those of the vehicle, but the desk must see them. */}
      <StateBadges {...found} />
    </>
  );
}
