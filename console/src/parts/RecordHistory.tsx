// What was done to a vehicle or firearm, newest first.
import { useEffect, useMemo, useState } from "preact/hooks";
import { ApiError, get } from "../api/client";
import type { Change } from "../api/types";
import { useQuery } from "../app/query";
import { ChangeList } from "./ChangeList";
import { plural } from "./format";
import { Empty, Section } from "./Page";
import { Problem } from "./Problem";

interface Props {
  readonly civilianID: string;
  readonly subjectID: string;
}

const pageSize = 100;
const shownAtOnce = 10;
/** Pages that are read without asking. */
const pagesMax = 10;

interface History {
  /** Undefined before the first response. */
  readonly changes: readonly Change[] | undefined;
  readonly error: ApiError | undefined;
  readonly reload: () => void;
  /** Undefined when there is nothing older. */
  readonly readOn: (() => void) | undefined;
}

/**
 * The audit log has no filter for one vehicle or firearm, so this reads the pages of the owner until the registration.
 * Events never change, so what was read once stays.
 */
function useHistory({ civilianID, subjectID }: Props): History {
  const { data, error, reload } = useQuery("/api/audit", { civilianID, limit: pageSize });
  const [read, setRead] = useState<ReadonlyMap<number, Change>>(new Map());
  // Where the next page begins: undefined before the first page.
  const [next, setNext] = useState<string | null>();
  const [pagesLeft, setPagesLeft] = useState(pagesMax);
  const [wanted, setWanted] = useState(shownAtOnce);
  const [failed, setFailed] = useState<ApiError>();

  useEffect(() => {
    if (!data) return;
    setRead((before) => new Map([...before, ...own(data.events, subjectID)]));
    setNext((before) => (before === undefined ? (data.next ?? null) : before));
  }, [data, subjectID]);

  const changes = useMemo(() => [...read.values()].sort((one, other) => other.seq - one.seq), [read]);
  const isWhole =
    next === null || changes.some(({ kind, undoes }) => kind.endsWith(".created") && undoes === undefined);
  const isEnough = changes.length >= wanted || pagesLeft === 0;
  const after = next && !isWhole && !isEnough ? next : null;
  useEffect(() => {
    if (!after || failed) return;
    const stop = new AbortController();
    get("/api/audit", { civilianID, limit: pageSize, after }, stop.signal).then(
      (page) => {
        setRead((before) => new Map([...before, ...own(page.events, subjectID)]));
        setNext(page.next ?? null);
        setPagesLeft((left) => left - 1);
      },
      (reason: unknown) => {
        if (reason instanceof ApiError) setFailed(reason);
      },
    );
    return () => stop.abort();
  }, [after, failed, civilianID, subjectID]);

  const readOn = () => {
    setWanted(changes.length + shownAtOnce);
    setPagesLeft(pagesMax);
  };
  const retry = () => {
    setFailed(undefined);
    reload();
  };
  const isReading = next === undefined || after !== null;
  return {
    changes: changes.length === 0 && isReading ? undefined : changes,
    error: error ?? failed,
    reload: retry,
    readOn: isWhole || isReading ? undefined : readOn,
  };
}

function own(events: readonly Change[], subjectID: string): (readonly [number, Change])[] {
  return events.filter((each) => each.subjectID === subjectID).map((each) => [each.seq, each] as const);
}

export function RecordHistory(props: Props) {
  const { changes, error, reload, readOn } = useHistory(props);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? changes : changes?.slice(0, shownAtOnce);
  const hidden = (changes?.length ?? 0) - (shown?.length ?? 0);
  return (
    <Section title="History">
      {error && <Problem error={error} retry={reload} />}
      {changes?.length === 0 ? (
        <Empty>The audit log has no changes of this record.</Empty>
      ) : (
        <ChangeList changes={shown} source={props.subjectID} expected={error ? 0 : 3} namesSubject={false} isHistory />
      )}
      {hidden > 0 && (
        <button type="button" class="quiet all" onClick={() => setWhole(true)}>
          Show {plural(hidden, "older change")}
        </button>
      )}
      {hidden === 0 && readOn && (
        <button type="button" class="quiet all" onClick={readOn}>
          Search for older changes
        </button>
      )}
    </Section>
  );
}
