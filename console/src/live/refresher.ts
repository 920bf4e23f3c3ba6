// Reads a response again after changes by others: soon, but not more often than needed and not while it would disturb.

/** Changes that come together cause one request. */
const settle = 40;
/** The pause between two requests. A change must be visible within a second. */
const pause = 500;

/**
 * A dialog is about what the page showed when it was opened, so the page must not change under it. One with `data-live`
 * is not: it changes itself.
 */
function isDialogOpen(): boolean {
  return document.querySelector("dialog[open]:not([data-live])") !== null;
}

export class Refresher {
  #changes = 0;
  #isForced = false;
  #isReading = false;
  #isStopped = false;
  #readAt = 0;
  #timer: number | undefined;

  constructor(
    private readonly read: () => Promise<void>,
    /** Whether to wait, because the user reads what would move. */
    private readonly isHeld: () => boolean,
    /** Receives the number of changes that are not shown yet. */
    private readonly onHeld: (changes: number) => void,
  ) {}

  add(): void {
    ++this.#changes;
    this.#schedule(Math.max(settle, this.#readAt + pause - Date.now()));
  }

  /** Reads again without a known change, unless the user is reading. */
  poll(): void {
    if (!isDialogOpen() && !this.isHeld()) this.#schedule(0);
  }

  /** Reads again even if the user is reading. */
  force(): void {
    this.#isForced = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#schedule(0);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#isStopped = true;
  }

  #schedule(delay: number): void {
    if (this.#isReading || this.#isStopped) return;
    this.#timer ??= window.setTimeout(() => void this.#run(), delay);
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    if (isDialogOpen() || (!this.#isForced && this.isHeld())) {
      this.onHeld(this.#changes);
      this.#schedule(pause);
      return;
    }
    this.#changes = 0;
    this.#isForced = false;
    this.onHeld(0);
    this.#isReading = true;
    await this.read();
    this.#isReading = false;
    this.#readAt = Date.now();
    if (this.#changes > 0 || this.#isForced) this.#schedule(pause);
  }
}
