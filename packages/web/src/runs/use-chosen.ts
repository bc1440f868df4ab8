import type { Client, State, Tried } from "mulligan/client";
import { useEffect, useState } from "preact/hooks";
import { follow, type Standing } from "./follow.ts";
import { inSteps } from "./in-steps.ts";

/** A problem as it is now, with its latest tries. */
export interface Chosen {
  readonly state: State;
  readonly tries: readonly Tried[];
}

/** As many as the service keeps, and as fit into a picture. */
const MAX_SHOWN = 200;

/** The chosen problem, live; the one before is forgotten at once. `service` is undefined while it is not to be reached. */
export function useChosen(
  service: Client | undefined,
  name: string | undefined,
): { readonly standing: Standing; readonly chosen: Chosen | undefined } {
  const [standing, setStanding] = useState<Standing>({ kind: "connecting" });
  const [chosen, setChosen] = useState<Chosen | undefined>();

  useEffect(() => {
    if (service === undefined || name === undefined) return undefined;
    const problem = service.problem(name);
    const steps = inSteps();
    let tries: readonly Tried[] = [];
    let last = 0;
    let newest: State | undefined;
    let wanted = true;

    async function show(state: State): Promise<void> {
      newest = state;
      if (state.observations < last) [tries, last] = [[], 0]; // another one under the same name
      if (state.observations > last) {
        const added = await problem.tries(last).catch(() => undefined);
        if (!wanted) return;
        // Two may have been asked for at once: what came first is not to come again.
        tries = [...tries, ...(added?.tries ?? []).filter(({ number }) => number > last)].slice(-MAX_SHOWN);
        last = tries.at(-1)?.number ?? last;
      }
      const { observations } = newest;
      const shown = { state: newest, tries: tries.filter(({ number }) => number <= observations) };
      steps.soon(() => setChosen(shown));
    }

    const { stop } = follow({
      listen: (signal) => problem.events({ events: ["state", "removed"], signal }),
      stands: setStanding,
      heard({ event, data }) {
        if (event === "state") return void show(data as State);
        stop();
        setStanding({ kind: "gone" });
      },
    });
    return () => {
      wanted = false;
      stop();
      steps.stop();
    };
  }, [service, name]);

  return { standing, chosen: chosen?.state.name === name ? chosen : undefined };
}
