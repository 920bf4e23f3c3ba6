import type { ApiError } from "../api/client";
import { Icon } from "./Icon";

/** A refusal in the server's words, with its hint. */
export function Problem({ error, retry }: { error: ApiError; retry?: () => void }) {
  return (
    <div class="problem" role="alert">
      <Icon name="alert" />
      <div>
        <strong>{error.details}</strong>
        {error.hint && <p>{error.hint}</p>}
      </div>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
