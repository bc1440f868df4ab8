import type { Client, State, Summary, Tried } from "mulligan/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { type EventStream, followEvents, type StreamState, throttle } from "./event-stream.ts";

/** The summaries of all problems and runs, and where they lie. */
interface Listing {
  readonly problems: ReadonlyMap<string, Summary>;
  /** The folder in which the service looks for journals; null if there is none. */
  readonly folder: string | null;
}

/** A longer list is of no use to a reader. */
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

/** The states of several problems, each asked for again when there are more results, but not more often than every second. */
export function useStates(
  service: Client | undefined,
  summaries: readonly Summary[],
): ReadonlyMap<string, State> {
  const [states, setStates] = useState<ReadonlyMap<string, State>>(new Map());
  const latest = useRef(summaries);
  latest.current = summaries;
  useEffect(() => {
    if (service === undefined) return undefined;
    const known = new Map<string, State>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted = true;
    async function again(from: Client): Promise<void> {
      const changed = latest.current.filter(
        ({ name, sequence }) => known.get(name) === undefined || known.get(name)!.sequence < sequence,
      );
      const asked = changed.map(({ name }) =>
        from
          .problem(name)
          .state()
          .catch(() => undefined),
      );
      for (const state of await Promise.all(asked)) if (state !== undefined) known.set(state.name, state);
      if (!wanted) return;
      if (changed.length > 0) setStates(new Map(known));
      timer = setTimeout(() => void again(from), STATES_PAUSE_MS);
    }
    void again(service);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [service, summaries.map(({ name }) => name).join("\n")]);
  return states;
}

const STATES_PAUSE_MS = 1_000;

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
