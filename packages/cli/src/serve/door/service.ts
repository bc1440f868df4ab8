import type { Definition } from "../learning/definition.ts";
import { openJudge } from "../learning/verdict.ts";
import { openRuns } from "../runs/runs.ts";
import { checkShared } from "../shared/check-shared.ts";
import type { Connections } from "../shared/shared-problems.ts";
import type { Keeping } from "../store/kept-problem.ts";
import { openProblems, type Problems } from "../store/problems.ts";
import { type Asking, openAsking } from "./asking.ts";
import type { Listeners } from "./listeners.ts";
import { newProblemLike } from "./new-problem.ts";
import { openShowing, type Showing } from "./showing.ts";
import { openTelling } from "./telling.ts";

export interface ServiceOptions {
  /** The folder; absent, all is kept in memory. */
  readonly state?: string | undefined;
  /** The Redis that has the problems of several services; they are kept in no folder then. */
  readonly redis?: Connections | undefined;
  /** Decisions that nobody observed are forgotten after so long. */
  readonly forgetAfterMs: number;
  notice(text: string): void;
}

/** All that a service can do, whoever asks and however. What cannot be done is a `Fault`. */
export interface Service extends Asking, Showing {
  readonly listeners: Listeners;
  /** Resolves when all is on the disk. */
  close(): Promise<void>;
}

export async function openService(options: ServiceOptions): Promise<Service> {
  const { state, forgetAfterMs } = options;
  const judge = openJudge();
  const telling = openTelling({
    state: (name) => showing.state(name),
    summary: (name) => showing.summary(name),
    look: () => runs.all(),
  });
  const runs = openRuns(state, Date.now, {
    tried: telling.tried,
    changed: telling.changed,
    // A problem of the service may have the same name, and is the one that is shown.
    gone: (name) => problems.find(name) ?? telling.gone(name),
  });
  const keeping = { now: Date.now, forgetAfterMs, told: telling.happened };
  const problems = await problemsOf(options, keeping, telling.listeners).catch((error: unknown) => {
    telling.close();
    throw error;
  });
  const showing = openShowing(problems, runs, judge, state);
  const asking = openAsking(problems, runs, telling);
  return {
    ...showing,
    ...asking,
    listeners: telling.listeners,
    async close() {
      runs.close();
      await problems.close();
      telling.close();
      await judge.close();
    },
  };
}

async function problemsOf(
  { state, redis, notice }: ServiceOptions,
  keeping: Keeping,
  listeners: Listeners,
): Promise<Problems> {
  if (redis === undefined) return openProblems(state, keeping, notice);
  const { openSharedProblems } = await import("../shared/shared-problems.ts");
  return openSharedProblems(redis, {
    keeping,
    notice,
    readDefinition: (value) => newProblemLike(value).parse(value) as Definition,
    checkPolicy: checkShared,
    removed: (name) => listeners.end(name),
  });
}
