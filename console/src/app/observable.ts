// An observable value that components subscribe to.
import { useEffect, useState } from "preact/hooks";

export class Observable<Value> {
  readonly #listeners = new Set<() => void>();
  #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  get value(): Value {
    return this.#value;
  }

  set value(next: Value) {
    this.#value = next;
    for (const tell of this.#listeners) tell();
  }

  /** Calls the listener after every change. Returns a function that unsubscribes. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}

export function useObservable<Value>(observable: Observable<Value>): Value {
  const [seen, setSeen] = useState(observable.value);
  useEffect(() => {
    const follow = () => setSeen(observable.value);
    follow();
    return observable.watch(follow);
  }, [observable]);
  return seen;
}
