import { plural } from "./format";

/** A button for changes that are not shown yet, so that they do not move what the user reads. */
export function NewChanges({ amount, onShow }: { amount: number; onShow: () => void }) {
  return (
    <div class="new-changes">
      <span class="hidden" role="status">
        {amount > 0 && "New changes are available."}
      </span>
      {amount > 0 && (
        <button
          type="button"
          class="primary"
          onClick={() => {
            scrollTo(0, 0);
            onShow();
          }}
        >
          Show {plural(amount, "new change")}
        </button>
      )}
    </div>
  );
}
