import type { paths } from "./api/generated/schema";
import { useEffect, useState } from "preact/hooks";

/** The version of the program that serves this page. */
export function Version() {
  const [version, setVersion] = useState("");
  useEffect(() => {
    fetch("/api/version")
      .then((answer) => answer.json())
      .then((body: paths["/api/version"]["get"]["responses"][200]["content"]["application/json"]) => setVersion(body.version));
  }, []);
  return <span>{version}</span>;
}
