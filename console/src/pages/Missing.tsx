import type { Scope } from "../api/types";
import { useKey } from "../app/key";
import { Empty, Page } from "../parts/Page";

/** For pages that do not exist or that the key has no access to; `scope` is the missing one, if known. */
export function Missing({ scope }: { scope?: Scope }) {
  const { can, info } = useKey();
  return (
    <Page title="Page not available">
      <section class="card">
        <Empty>
          {scope ? (
            <>
              This page needs a key with the scope <b>{scope}</b>. Your key has: {info.scopes.join(", ")}.
            </>
          ) : can("read") ? (
            <>
              This page does not exist, or your key has no access to it. <a href="#/">Go to Home</a>
            </>
          ) : (
            "This key cannot read records. The menu shows what it can do."
          )}
        </Empty>
      </section>
    </Page>
  );
}
