import type { ApiError } from "../api/client";
import { Icon } from "./Icon";

/** The server's error message, with its hint. */
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
