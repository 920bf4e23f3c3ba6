// Who is in custody and which vehicles are impounded, also for a screen on the wall.
import { canFullscreen, toggleFullscreen, useFullscreen, useScreens, useWakeLock } from "../app/fullscreen";
import { href } from "../app/router";
import type { Place } from "../app/router";
import { CustodyCards } from "../parts/CustodyCards";
import { Icon } from "../parts/Icon";
import { Impounds } from "../parts/Impounds";
import { Page } from "../parts/Page";

const tabs = [
  ["people", "In custody", href(["custody"])],
  ["impounds", "Impounded vehicles", href(["custody", "impounds"])],
] as const;

export function Custody({ place }: { place: Place }) {
  const shown = place.path[1] === "impounds" ? "impounds" : "people";
  const isFull = useFullscreen();
  useWakeLock(isFull);
  useScreens(isFull, shown);
  const fill = canFullscreen && (
    <button type="button" class="fill-screen" onClick={toggleFullscreen} aria-keyshortcuts="f">
      <Icon name="expand" /> Full screen
    </button>
  );
  return (
    <div class="custody-page">
      <Page title="Custody" actions={fill}>
        <nav class="tabs" aria-label="Custody">
          {tabs.map(([name, title, to]) => (
            <a key={name} href={to} aria-current={name === shown ? "page" : undefined}>
              {title}
            </a>
          ))}
        </nav>
        {shown === "people" ? <CustodyCards /> : <Impounds place={place} />}
      </Page>
    </div>
  );
}
