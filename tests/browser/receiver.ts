// Receives what webhooks send.
import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { expect } from "@playwright/test";

export interface Received {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
  readonly type: string;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

export class Receiver {
  readonly received: Received[] = [];
  /** The response to everything that arrives. */
  response: { status: number; body: string; headers?: Record<string, string> } = { status: 200, body: "thank you" };

  private constructor(private readonly server: Server) {
    server.on("request", (request: IncomingMessage, response) => {
      void bodyOf(request).then((body) => {
        const header = (name: string) => String(request.headers[`webhook-${name}`]);
        this.received.push({
          id: header("id"),
          timestamp: header("timestamp"),
          signature: header("signature"),
          body,
          type: JSON.parse(body).type as string,
        });
        response.writeHead(this.response.status, { "Content-Type": "text/plain", ...this.response.headers });
        response.end(this.response.body);
      });
    });
  }

  static async start(): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Receiver(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  ofType(type: string): Received[] {
    return this.received.filter((each) => each.type === type);
  }

  /** Waits until at least this many events of a type have arrived, and returns them. An event may arrive twice. */
  async wait(type: string, count = 1): Promise<Received[]> {
    await expect.poll(() => this.ofType(type).length, { message: type }).toBeGreaterThanOrEqual(count);
    return this.ofType(type);
  }
}

/** Throws if the reference implementation of Standard Webhooks does not accept the signature. */
export function verify({ id, timestamp, signature, body }: Received, secret: string): void {
  new Webhook(secret).verify(body, {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signature,
  });
}
