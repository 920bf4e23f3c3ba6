// Reads the body of a stream of server-sent events.

type Field = "id" | "event" | "data" | "retry";
export type Message = Partial<Record<Field, string>>;

// The server puts the data of an event on one line. A line without a name is a comment.
function parse(block: string): Message {
  const lines = block.split("\n").map((line) => line.split(/: ?(.*)/s, 2));
  return Object.fromEntries(lines.filter(([name]) => name)) as Message;
}

/** The messages of a stream until its end. Calls `onBytes` for everything that arrives, also for heartbeats. */
export async function* messagesOf(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<Message> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    text += decoder.decode(value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) yield parse(block);
  }
}
