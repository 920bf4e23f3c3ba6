// The possible responses of an operation, and the response to a request that was tried out.
import { sampleOf } from "./sample";

interface Example {
  readonly summary?: string;
  readonly value: { readonly details?: string };
}

interface Content {
  readonly schema?: Parameters<typeof sampleOf>[0];
  readonly examples?: Readonly<Record<string, Example>>;
}

interface PossibleResponse {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}

/** A response as Swagger UI keeps it. Without a status there was none. */
export interface Received {
  readonly status?: number;
  readonly url?: string;
  readonly text?: string;
  readonly duration?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Metrics, for example, are plain text.
    return text;
  }
}

function hintOf(headers: Received["headers"]): string {
  const hint = headers?.["x-error-hint"] ?? "";
  try {
    return decodeURIComponent(hint);
  } catch {
    return hint;
  }
}

export function ReceivedResponse({ received, title }: { received: Received; title: string }) {
  const { status, url = "", text = "", duration, headers = {} } = received;
  if (!status) return <p class="problem">The server does not respond.</p>;
  const hint = hintOf(headers);
  const shown = pretty(text);
  return (
    <section class="received" aria-label={`Response: ${title}`}>
      <p class="received-head">
        <b class={`status status-${Math.floor(status / 100)}`}>{status}</b>
        <span class="request-url code">{url}</span>
        {duration !== undefined && <small>{duration} ms</small>}
      </p>
      {hint && <p class="hint">{hint}</p>}
      {shown && <pre tabIndex={0}>{shown}</pre>}
      <details>
        <summary>Headers</summary>
        <pre tabIndex={0}>
          {Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join("\n")}
        </pre>
      </details>
    </section>
  );
}

function ErrorList({ description, content }: PossibleResponse) {
  const examples = Object.entries(content?.["application/json"]?.examples ?? {});
  if (examples.length === 0) return <span>{description}</span>;
  return (
    <ul>
      {examples.map(([details, { summary }]) => (
        <li key={details}>
          {details} {summary && <small>{summary}</small>}
        </li>
      ))}
    </ul>
  );
}

function Success({ description, content = {} }: PossibleResponse) {
  const [type, { schema } = {}] = Object.entries(content)[0] ?? [];
  return (
    <>
      {description}
      {type === "application/json" && schema && <pre tabIndex={0}>{JSON.stringify(sampleOf(schema), null, 2)}</pre>}
    </>
  );
}

export function PossibleResponses({ responses }: { responses: Readonly<Record<string, PossibleResponse>> }) {
  return (
    <div class="possible">
      <h4>Responses</h4>
      <dl>
        {Object.entries(responses).map(([status, response]) => (
          <div key={status}>
            <dt>
              <b class={`status status-${status.charAt(0)}`}>{status}</b>
            </dt>
            <dd>{status.startsWith("2") ? <Success {...response} /> : <ErrorList {...response} />}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
