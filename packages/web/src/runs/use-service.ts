import type { Client, State, Summary, Tried } from "mulligan/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { type EventStream, followEvents, type StreamState, throttle } from "./event-stream.ts";

/** The summaries of all problems and runs, and where they lie. */
interface Listing {
  readonly problems: ReadonlyMap<string, Summary>;
  /** The folder in which the service looks for journals; null if there is none. */
  readonly folder: string | null;
}

/** Nobody looks through more. */
export const MAX_LISTED = 500;

/** The problems and runs of a service, live. `service` is undefined while it must not be asked. */
export function useListing(service: Client | undefined) {
  const [stream, setStream] = useState<StreamState>({ kind: "connecting" });
  const [listing, setListing] = useState<Listing | undefined>();
  const events = useRef<EventStream | undefined>(undefined);

  useEffect(() => {
    if (service === undefined) return undefined;
    const problems = new Map<string, Summary>();
    const updates = throttle();
    let folder: string | null = null;
    const opened = followEvents({
      onState: setStream,
      open: (signal) => service.events({ events: ["summary", "removed"], latest: MAX_LISTED, signal }),
      onEvent({ event, data }) {
        if (event === "state") {
          const list = data as { problems: Summary[]; folder: string | null };
          problems.clear();
          ({ folder } = list);
          for (const problem of list.problems) problems.set(problem.name, problem);
        } else if (event === "summary") {
          const summary = data as Summary;
          problems.set(summary.name, summary);
        } else problems.delete((data as { problem: string }).problem);
        updates.request(() => setListing({ problems: new Map(problems), folder }));
      },
    });
    events.current = opened;
    return () => {
      opened.stop();
      updates.stop();
    };
  }, [service]);

  return { stream, listing, tryNow: () => events.current?.tryNow() };
}

/** A problem with its latest tries. */
export interface ProblemDetail {
  readonly state: State;
  readonly tries: readonly Tried[];
}

/** The service keeps no more, and a picture has no room for more. */
const MAX_TRIES = 200;

/** The chosen problem, live. `service` is undefined while it cannot be reached. */
export function useProblem(service: Client | undefined, name: string) {
  const [stream, setStream] = useState<StreamState>({ kind: "connecting" });
  const [detail, setDetail] = useState<ProblemDetail | undefined>();

  useEffect(() => {
    if (service === undefined) return undefined;
    const problem = service.problem(name);
    const updates = throttle();
    let tries: readonly Tried[] = [];
    let last = 0;
    let newest: State | undefined;
    let wanted = true;

    async function update(state: State): Promise<void> {
      newest = state;
      if (state.observations < last) [tries, last] = [[], 0]; // another problem under the same name
      if (state.observations > last) {
        const added = await problem.tries(last).catch(() => undefined);
        if (!wanted) return;
        // Two requests may overlap: no try may come twice.
        tries = [...tries, ...(added?.tries ?? []).filter(({ number }) => number > last)].slice(-MAX_TRIES);
        last = tries.at(-1)?.number ?? last;
      }
      const { observations } = newest;
      const next = { state: newest, tries: tries.filter(({ number }) => number <= observations) };
      updates.request(() => setDetail(next));
    }

    const { stop } = followEvents({
      open: (signal) => problem.events({ events: ["state", "removed"], signal }),
      onState: setStream,
      onEvent({ event, data }) {
        if (event === "state") return void update(data as State);
        stop();
        setStream({ kind: "gone" });
      },
    });
    return () => {
      wanted = false;
      stop();
      updates.stop();
    };
  }, [service, name]);

  return { stream, detail };
}
