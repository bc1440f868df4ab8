import { toJson } from "../../shell/json.ts";
import { type State, type Summary, stateOf, summaryOf } from "../learning/state.ts";
import type { Judge } from "../learning/verdict.ts";
import type { Runs } from "../runs/runs.ts";
import type { Problems } from "../store/problems.ts";
import { missing } from "./fault.ts";
import { eventText } from "./listeners.ts";

/** What there is to see. */
export interface Showing {
  /** How many problems there are. */
  size(): number;
  /** Problems and runs, in the order of their names. */
  summaries(): Promise<Summary[]>;
  state(name: string): Promise<State>;
  /** What a listener hears first: the state of its problem, or of all. */
  beginning(name: string | undefined): Promise<string>;
  /** Decisions of all problems that wait, as of a second ago at most. */
  outstanding(): number;
}

export function openShowing(problems: Problems, runs: Runs, judge: Judge): Showing {
  async function summaries(): Promise<Summary[]> {
    await problems.caughtUp();
    const others = runs.all().filter(({ name }) => problems.find(name) === undefined);
    return [
      ...problems.all().map(({ problem }) => summaryOf(problem)),
      ...others.map((run) => run.summary()),
    ].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Of what is on the disk. */
  async function state(name: string): Promise<State> {
    // Another service may have made it, or changed it, just now.
    await problems.caughtUp();
    const kept = problems.find(name);
    if (kept !== undefined) {
      await kept.settled();
      const { problem } = kept;
      return stateOf(summaryOf(problem), problem.seen, problem.definition.resetting, judge);
    }
    const run = runs.find(name);
    if (run === undefined) throw missing();
    return stateOf(run.summary(), run.seen, "none", judge);
  }

  return {
    size: () => problems.size(),
    summaries,
    state,
    async beginning(name) {
      if (name === undefined) return eventText("state", 0, toJson({ problems: await summaries() }));
      const first = await state(name);
      return eventText("state", first.sequence, toJson(first));
    },
    outstanding: () => problems.all().reduce((sum, { problem }) => sum + problem.outstanding.waiting.size, 0),
  };
}
