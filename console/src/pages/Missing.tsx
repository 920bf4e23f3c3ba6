import { useKey } from "../app/key";
import { Empty, Page } from "../parts/Page";

/** For places that do not exist, or not for this key. */
export function Missing() {
  const { can } = useKey();
  return (
    <Page title="Nothing here">
      <section class="card">
        <Empty>
          {can("read") ? (
            <>
              There is no such page. <a href="#/">Home</a>
            </>
          ) : (
            "This key may not read records. The menu has what it may do."
          )}
        </Empty>
      </section>
    </Page>
  );
}
