import type { VNode } from "preact";
import { freshClass, useFresh } from "../live/fresh";

/** What a value shows, to notice when it changes. */
function textOf(value: string | VNode): string {
  return typeof value === "string" ? value : JSON.stringify(value.props);
}

/** A list of names and values, as on an ID card. */
export function Facts({ facts }: { facts: readonly (readonly [string, string | VNode])[] }) {
  const texts = facts.map(([name, value]) => [name, textOf(value)] as const);
  const fresh = useFresh(texts, ([name]) => name);
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto" class={freshClass(fresh.has(name))}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
