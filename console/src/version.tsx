import { useEffect, useState } from "preact/hooks";

/** The version of the program that serves this page. */
export function Version() {
  const [version, setVersion] = useState("");
  useEffect(() => {
    fetch("/api/version")
      .then((answer) => answer.json())
      .then((body: { version: string }) => setVersion(body.version));
  }, []);
  return <span>{version}</span>;
}
