// Search for people, plates and serials while typing.
import { useQuery } from "../app/query";
import { href } from "../app/router";
import { useDebounced } from "../app/debounced";
import type { Found } from "../api/types";
import { StateBadges } from "./Badge";
import { Icon } from "./Icon";
import type { IconName } from "./Icon";
import { sentencesOf } from "./sentences";

const pause = 120;
const lengthMin = 2;

interface SearchState {
  readonly found: readonly Found[];
  readonly nothing: string | null;
}

/** Search results for a text, debounced. */
export function useSearch(text: string, limit: number): SearchState {
  const query = text.trim();
  const debounced = useDebounced(query, pause);
  const isLongEnough = [...debounced].length >= lengthMin && [...query].length >= lengthMin;
  const { data, error, busy } = useQuery("/api/search", isLongEnough ? { q: debounced, limit } : null);
  if (error) return { found: [], nothing: sentencesOf(error).text };
  const isComplete = isLongEnough && !busy && debounced === query;
  return {
    found: isLongEnough ? (data?.results ?? []) : [],
    nothing: isComplete ? `No results for “${query}”` : null,
  };
}

const icons: Record<Found["kind"], IconName> = { civilian: "person", vehicle: "car", firearm: "firearm" };

export function titleOf({ kind, civilianName, plate, serialNumber }: Found): string {
  if (kind === "vehicle") return plate;
  return kind === "firearm" ? serialNumber : civilianName;
}

export function addressOf(found: Found): string {
  const page = { civilian: "civilians", vehicle: "vehicles", firearm: "firearms" }[found.kind];
  return href([page, titleOf(found)]);
}

export function FoundRow({ found }: { found: Found }) {
  const { kind, model, civilianName, userName } = found;
  return (
    <>
      <Icon name={icons[kind]} />
      <span class="found">
        <span dir="auto">{titleOf(found)}</span>
        <small>
          {/* The text may have matched the player only. */}
          {kind === "civilian" ? (
            <>
              Player <span dir="auto">{userName}</span>
            </>
          ) : (
            `${model} · ${civilianName}`
          )}
        </small>
      </span>
      {/* For a vehicle or firearm this includes the states of its owner: users must see them. */}
      <StateBadges {...found} />
    </>
  );
}
