import { useEffect, useState } from "preact/hooks";
import { useKey } from "../app/key";
import { formatTime } from "./format";

/** The first line of a printed record: whose it is, and when it was printed. */
export function Printed() {
  const { info } = useKey();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const update = () => setNow(new Date());
    addEventListener("beforeprint", update);
    return () => removeEventListener("beforeprint", update);
  }, []);
  return (
    <p class="printed">
      <span>
        Blotter · <b dir="auto">{info.guildID}</b>
      </span>
      <span>Printed {formatTime(now.toISOString())}</span>
    </p>
  );
}
