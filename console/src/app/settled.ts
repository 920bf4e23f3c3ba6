import { useEffect, useState } from "preact/hooks";

/** A value once it has stayed the same for a while: what is typed is asked for when the typing pauses. */
export function useSettled<T>(value: T, pause: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
