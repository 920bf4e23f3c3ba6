import { useEffect, useState } from "preact/hooks";
import { formatAgo, formatExactly, formatTime } from "./format";

export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExactly(at)}>
      {formatTime(at)}
    </time>
  );
}

const minute = 60_000;

/** A relative time, updated every minute. */
export function Ago({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={formatExactly(at)}>
      {formatAgo(at, now)}
    </time>
  );
}
