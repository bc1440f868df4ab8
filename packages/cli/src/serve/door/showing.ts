import { resolve } from "node:path";
import { toJson } from "../../shell/output.ts";
import { type State, type Summary, stateOf, summaryOf } from "../learning/state.ts";
import type { Judge } from "../learning/verdict.ts";
import type { Runs } from "../runs/runs.ts";
import type { Problems } from "../store/problems.ts";
import { missing } from "./fault.ts";
import { type ShownTries, triesJson } from "./happenings.ts";
import { eventText } from "./listeners.ts";

/** What there is to see. */
export interface Showing {
  /** How many problems there are. */
  size(): number;
  /** Problems and runs, in the order of their names; with `latest`, only so many of them, those that were active last. */
  summaries(latest?: number): Promise<Summary[]>;
  /** The same as they are told, with the folder that they are in. */
  list(latest?: number): Promise<{ readonly problems: readonly Summary[]; readonly folder: string | null }>;
  /** Undefined if there is none. */
  summary(name: string): Summary | undefined;
  state(name: string): Promise<State>;
  /** The latest tries of a problem, those after the one with this number. */
  tries(name: string, after: number): ShownTries;
  /** What a listener hears first: the state of its problem, or of all. */
  beginning(name: string | undefined, latest?: number): Promise<string>;
  /** Decisions of all problems that wait, as of a second ago at most. */
  outstanding(): number;
}

export function openShowing(
  problems: Problems,
  runs: Runs,
  judge: Judge,
  state: string | undefined,
): Showing {
  const folder = state === undefined ? null : resolve(state);

  async function summaries(latest = Infinity): Promise<Summary[]> {
    await problems.caughtUp();
    const others = runs.all().filter(({ name }) => problems.find(name) === undefined);
    const all = [
      ...problems.all().map(({ problem, lastActive }) => summaryOf(problem, lastActive)),
      ...others.map((run) => run.summary()),
    ];
    const shown =
      all.length <= latest ? all : all.sort((a, b) => b.lastActive - a.lastActive).slice(0, latest);
    return shown.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  const list = async (latest?: number) => ({ problems: await summaries(latest), folder });

  function summary(name: string): Summary | undefined {
    const kept = problems.find(name);
    return kept === undefined ? runs.find(name)?.summary() : summaryOf(kept.problem, kept.lastActive);
  }

  /** Of what is on the disk. */
  async function stateNow(name: string): Promise<State> {
    // Another service may have made it, or changed it, just now.
    await problems.caughtUp();
    const kept = problems.find(name);
    if (kept !== undefined) {
      await kept.settled();
      const { problem, lastActive } = kept;
      const { definition } = problem;
      const resetting = definition.kind === undefined ? definition.resetting : "none";
      const explanation = problem.explain(Date.now());
      const state = await stateOf(summaryOf(problem, lastActive), problem.seen, resetting, judge);
      return explanation === undefined ? state : { ...state, explanation };
    }
    const run = runs.find(name);
    if (run === undefined) throw missing();
    return stateOf(run.summary(), run.seen, "none", judge);
  }

  return {
    size: () => problems.size(),
    summaries,
    list,
    summary,
    state: stateNow,
    tries(name, after) {
      const found = problems.find(name)?.problem ?? runs.find(name);
      const arms = summary(name)?.arms;
      if (found === undefined || arms === undefined) throw missing();
      return triesJson(found.tries, arms, after);
    },
    async beginning(name, latest) {
      if (name === undefined) return eventText("state", 0, toJson(await list(latest)));
      const first = await stateNow(name);
      return eventText("state", first.sequence, toJson(first));
    },
    outstanding: () => problems.all().reduce((sum, { problem }) => sum + problem.outstanding.waiting.size, 0),
  };
}
