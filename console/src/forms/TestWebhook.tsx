import { useCallback, useEffect, useState } from "preact/hooks";
import { ApiError, post } from "../api/client";
import type { Webhook, WebhookTest } from "../api/types";
import { Dialog } from "../parts/Dialog";
import { Facts } from "../parts/Facts";
import { Problem } from "../parts/Problem";
import { formatTook, Reply, StatusBadge, webhookTitle } from "../parts/webhooks";

/** Sends a test event and shows what comes back. */
export function TestWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { webhookID } = webhook;
  const [result, setResult] = useState<WebhookTest | ApiError | null>(null);
  const send = useCallback(async () => {
    setResult(null);
    try {
      setResult(await post("/api/webhook/test", { webhookID }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setResult(error);
    }
  }, [webhookID]);
  useEffect(() => void send(), [send]);
  return (
    <Dialog title={`Test ${webhookTitle(webhook)}`} onClose={onClose}>
      <div class="form test-result" role="status" aria-busy={result === null}>
        {result === null && <p class="about">Waiting for the reply, at most 15 seconds …</p>}
        {result instanceof ApiError && <Problem error={result} />}
        {result && !(result instanceof ApiError) && (
          <>
            <Facts
              facts={[
                ["Result", result.delivered ? "Delivered" : "Not delivered"],
                ["Status", <StatusBadge {...result} />],
                ["Time taken", formatTook(result.took)],
              ]}
            />
            <Reply {...result} />
          </>
        )}
      </div>
      <div class="form-foot">
        <button type="button" class="primary" disabled={result === null} onClick={() => void send()}>
          Send again
        </button>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
