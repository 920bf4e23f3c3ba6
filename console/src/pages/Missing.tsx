import { useKey } from "../app/key";
import { Empty, Page } from "../parts/Page";

/** For pages that do not exist or that the key has no access to. */
export function Missing() {
  const { can } = useKey();
  return (
    <Page title="Page not available">
      <section class="card">
        <Empty>
          {can("read") ? (
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
