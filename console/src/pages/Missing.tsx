import { roleOf, rolesWith, scopeAbout } from "../api/roles";
import type { Scope } from "../api/types";
import { useKey } from "../app/key";
import { Empty, Page } from "../parts/Page";

/** Which scope is missing, which roles have it, and who can give it. */
function MissingRight({ scope }: { scope: Scope }) {
  const { info } = useKey();
  const own = roleOf(info.scopes);
  const about = scopeAbout[scope];
  return (
    <>
      <p>
        This page needs the scope <b>{scope}</b>: {about.charAt(0).toLowerCase() + about.slice(1)}. The role{" "}
        {rolesWith([scope])} has it.
      </p>
      <p>
        Your key {own ? <>is for the role {own.title}, with</> : "has"} the{" "}
        {info.scopes.length === 1 ? "scope" : "scopes"} {info.scopes.join(", ")}. An owner of <b>{info.guildID}</b> can
        give you a key with more, in Settings → Keys.
      </p>
    </>
  );
}

/** For pages that do not exist or that the key has no access to; `scope` is the missing one, if known. */
export function Missing({ scope }: { scope?: Scope }) {
  const { can } = useKey();
  return (
    <Page title={scope ? "Your key cannot open this page" : "Page not available"}>
      <section class="card">
        <Empty>
          {scope ? (
            <MissingRight scope={scope} />
          ) : can("read") ? (
            <>
              This page does not exist. <a href="#/">Go to Home</a>
            </>
          ) : (
            "This key cannot read records. The menu shows what it can do."
          )}
        </Empty>
      </section>
    </Page>
  );
}
