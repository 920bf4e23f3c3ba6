// The frame of every page: navigation (a side bar, or a bottom bar on phones), search and account.
import { useState } from "preact/hooks";
import type { Scope } from "../api/types";
import { CheckButton } from "../parts/CheckDialog";
import { ConnectionDot } from "../parts/ConnectionDot";
import { Dialog } from "../parts/Dialog";
import { Icon } from "../parts/Icon";
import type { IconName } from "../parts/Icon";
import { Printed } from "../parts/Printed";
import { Search } from "../parts/Search";
import { Brand, SkipLink } from "./frameParts";
import { useKey } from "./key";
import { Pages } from "./Pages";
import { ReferenceLink } from "./ReferenceLink";
import { href, usePlace } from "./router";
import { signOut } from "./session";
import { ThemeSwitch } from "./ThemeSwitch";

interface Entry {
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  readonly scope: Scope;
}

const entries: readonly Entry[] = [
  { path: "", title: "Home", icon: "home", scope: "read" },
  { path: "check", title: "Check", icon: "inspect", scope: "read" },
  { path: "civilians", title: "Civilians", icon: "person", scope: "read" },
  { path: "vehicles", title: "Vehicles", icon: "car", scope: "read" },
  { path: "firearms", title: "Firearms", icon: "firearm", scope: "read" },
  { path: "custody", title: "Custody", icon: "lock", scope: "read" },
  { path: "board", title: "BOLO board", icon: "board", scope: "read" },
  { path: "law", title: "Law enforcement", icon: "shield", scope: "leo" },
  { path: "medical", title: "Medical", icon: "medical", scope: "medical" },
  { path: "activity", title: "Activity", icon: "activity", scope: "read" },
  { path: "settings", title: "Settings", icon: "settings", scope: "admin" },
];
/** How many entries the bottom bar shows; the others are under "More". */
const barEntries = 4;

function Entries({ shown, here, onPick }: { shown: readonly Entry[]; here: string; onPick?: () => void }) {
  return (
    <>
      {shown.map(({ path, title, icon }) => (
        <li key={path}>
          <a href={href(path ? [path] : [])} aria-current={path === here ? "page" : undefined} onClick={onPick}>
            <Icon name={icon} />
            <span>{title}</span>
          </a>
        </li>
      ))}
    </>
  );
}

function Account() {
  const { info } = useKey();
  return (
    <div class="account">
      <p>
        <strong dir="auto">{info.guildID}</strong>
        <small dir="auto">{info.keyName || `Key ${info.keyID}`}</small>
      </p>
      <ThemeSwitch />
      <p class="account-links">
        <ReferenceLink />
        <button type="button" class="quiet" onClick={signOut}>
          <Icon name="leave" /> Sign out
        </button>
      </p>
    </div>
  );
}

function More({ shown, here }: { shown: readonly Entry[]; here: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <li class="bar-more">
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="more" />
        <span>More</span>
      </button>
      {isOpen && (
        <Dialog title="More" onClose={close}>
          <ul class="more-list">
            <Entries shown={shown} here={here} onPick={close} />
          </ul>
          <Account />
        </Dialog>
      )}
    </li>
  );
}

export function Shell() {
  const { can } = useKey();
  const place = usePlace();
  const [page = "", subject] = place.path;
  const here = page === "new" ? `${subject}s` : page;
  const shown = entries.filter(({ scope }) => can(scope));
  return (
    <div class="shell">
      <SkipLink />
      <header class="top">
        <Brand home="#/" />
        {can("read") && (
          <>
            <Search />
            <CheckButton />
            <ConnectionDot />
          </>
        )}
      </header>
      <nav class="rail" aria-label="Main">
        <div>
          <Brand home="#/" />
          <ul>
            <Entries shown={shown} here={here} />
          </ul>
        </div>
        <Account />
      </nav>
      <nav class="bar" aria-label="Bottom bar">
        <ul>
          <Entries shown={shown.slice(0, barEntries)} here={here} />
          <More shown={shown.slice(barEntries)} here={here} />
        </ul>
      </nav>
      <main id="content" tabIndex={-1}>
        <Printed />
        <Pages place={place} />
      </main>
    </div>
  );
}
