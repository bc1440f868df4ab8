import type { Client, Summary } from "mulligan/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Followed, follow, type Standing } from "./follow.ts";
import { inSteps } from "./in-steps.ts";

/** What there is: all of it in counts, and where it lies. */
interface Listed {
  readonly problems: ReadonlyMap<string, Summary>;
  /** Where journals of runs are looked for; null if there is no such folder. */
  readonly folder: string | null;
}

/** As many as anybody would look through. */
export const MAX_LISTED = 500;

interface Problems {
  readonly standing: Standing;
  readonly listed: Listed | undefined;
  tryNow(): void;
}

/** The problems and runs of a service, live; undefined as long as it must not be asked. */
export function useProblems(service: Client | undefined): Problems {
  const [standing, setStanding] = useState<Standing>({ kind: "connecting" });
  const [listed, setListed] = useState<Listed | undefined>();
  const followed = useRef<Followed | undefined>(undefined);

  useEffect(() => {
    if (service === undefined) return undefined;
    const problems = new Map<string, Summary>();
    const steps = inSteps();
    let folder: string | null = null;
    const following = follow({
      stands: setStanding,
      listen: (signal) => service.events({ events: ["summary", "removed"], latest: MAX_LISTED, signal }),
      heard({ event, data }) {
        if (event === "state") {
          const list = data as { problems: Summary[]; folder: string | null };
          problems.clear();
          ({ folder } = list);
          for (const problem of list.problems) problems.set(problem.name, problem);
        } else if (event === "summary") {
          const summary = data as Summary;
          problems.set(summary.name, summary);
        } else problems.delete((data as { problem: string }).problem);
        steps.soon(() => setListed({ problems: new Map(problems), folder }));
      },
    });
    followed.current = following;
    return () => {
      following.stop();
      steps.stop();
    };
  }, [service]);

  return { standing, listed, tryNow: () => followed.current?.tryNow() };
}
