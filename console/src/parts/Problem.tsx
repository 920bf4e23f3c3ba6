import type { ApiError } from "../api/client";
import { Icon } from "./Icon";
import { messageForSupport, sentencesOf } from "./sentences";

interface Props {
  readonly error: ApiError;
  /** What to do, where it differs from the usual. */
  readonly next?: string | undefined;
  readonly retry?: () => void;
}

/** What is wrong and what to do, and, small, the server's own message with its code. */
export function Problem({ error, next, retry }: Props) {
  const sentences = sentencesOf(error);
  const message = messageForSupport(error);
  const advice = next ?? sentences.next;
  return (
    <div class="problem" role="alert">
      <Icon name="alert" />
      <div>
        <strong>{sentences.text}</strong>
        {advice && <p>{advice}</p>}
        {message && <small class="for-support">{message}</small>}
      </div>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
