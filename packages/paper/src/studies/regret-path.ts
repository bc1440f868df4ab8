import { makePolicy } from "@mulligan/core/policies";
import { horizon } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import { playEpisode, stationary } from "@mulligan/core/simulate";
import { bestCutoff, meanTime, rewardRate } from "@mulligan/core/theory";
import { meanRun, mostBy } from "../claims/statistics.ts";
import { type ArmText, armOf } from "./arms.ts";
import { type PlayStudy, playSets, type SeededRuns, type Study, spansOf } from "./study.ts";

/** Runs of one policy, each observed at several times. */
export interface RegretPart extends SeededRuns {
  readonly problem: ArmText;
  /** More arms beside it. */
  readonly others?: readonly ArmText[];
  /** 𝕋, a list or an interval: regret is counted against its best cutoff, not against the law's. */
  readonly cutoffs: readonly number[] | { readonly low: number; readonly high: number };
  readonly policy: string;
  readonly options: Readonly<Record<string, number | string>>;
  /** In order; the last one is the policy's horizon. */
  readonly times: readonly number[];
}

/** The state of one run at each of the times. */
export interface RegretPath {
  /** Σ T_l·Δ_l·E[U(t_l)], the first sum of lem:reg-dec. */
  readonly regret: readonly number[];
  /** Trials of the best arm cut before its best cutoff. */
  readonly below: readonly number[];
  /** Trials cut after it, and all of other arms. */
  readonly above: readonly number[];
}

/**
 * Regret over time. If the policy does not use the horizon, one run also shows the result of a run to every earlier
 * time: the trial that crosses a time is the last that counts for it.
 */
export const regretPath: Study<RegretPart, RegretPath[]> = {
  name: "regret-path",
  play: (part) => Array.from({ length: part.to - part.from }, (_, i) => playRun(part, part.from + i)),
};

function playRun(part: RegretPart, run: number): RegretPath {
  const arms = [part.problem, ...(part.others ?? [])].map(armOf);
  const bests = arms.map((arm) => bestCutoff(arm, { among: part.cutoffs }));
  const best = mostBy(bests, ({ rate }) => rate);
  const bestArm = bests.indexOf(best);
  const costs = arms.map(() => new Map<number, number>());
  const costOf = (arm: number, cutoff: number) => {
    let cost = costs[arm].get(cutoff);
    if (cost === undefined) {
      cost = Math.max(0, best.rate - rewardRate(arms[arm], cutoff)) * meanTime(arms[arm], cutoff);
      costs[arm].set(cutoff, cost);
    }
    return cost;
  };
  const { times, seed } = part;
  const last = times[times.length - 1];
  const path = { regret: [] as number[], below: [] as number[], above: [] as number[] };
  let [regret, below, above] = [0, 0, 0];
  const note = () => {
    path.regret.push(regret);
    path.below.push(below);
    path.above.push(above);
  };
  playEpisode({
    environment: stationary(arms),
    policy: makePolicy(part.policy, {
      arms: arms.map(({ resetting }, i) => ({ name: `arm ${i + 1}`, resetting })),
      cutoffs: isList(part.cutoffs) ? part.cutoffs : { kind: "interval", ...part.cutoffs },
      options: part.options,
      horizon: last,
      random: stream(seed, "policy", part.policy, run),
    }),
    horizon: horizon(last),
    trials: arms.map((_, i) => (i === 0 ? stream(seed, "trials", run) : stream(seed, "trials", run, i))),
    resets: stream(seed, "resets", run),
    trace({ start, arm, cutoff }) {
      while (start > times[path.regret.length]) note();
      regret += costOf(arm, cutoff);
      if (arm !== bestArm || cutoff > best.cutoff) above += 1;
      else if (cutoff < best.cutoff) below += 1;
    },
  });
  while (path.regret.length < times.length) note();
  return path;
}

function isList(cutoffs: RegretPart["cutoffs"]): cutoffs is readonly number[] {
  return Array.isArray(cutoffs);
}

/** A set of runs that are played as one part each. */
export type RegretRuns = Omit<RegretPart, "from" | "to"> & { readonly runs: number };

/** Plays several sets of runs, and returns the paths of each set. */
export async function playRegret(play: PlayStudy, sets: readonly RegretRuns[]): Promise<RegretPath[][]> {
  const parts = sets.map(({ runs, ...part }) => spansOf(runs, 1).map((span) => ({ ...part, ...span })));
  const results = await playSets(play, regretPath, parts);
  return results.map((paths) => paths.flat());
}

/** The mean over runs of one measure, time by time. */
export function meanPath(paths: readonly RegretPath[], measure: keyof RegretPath = "regret"): number[] {
  return meanRun(paths.map((path) => path[measure]));
}
