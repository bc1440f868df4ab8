import { type Assignment, type Formula, type WalkSat, walkSat, xoshiro } from "@mulligan/sat";
import { reasonOf } from "../shell/exit.ts";
import { flipBudget } from "./flip-budget.ts";
import type { SatEnding, SatShared } from "./messages.ts";
import type { Race, RaceEnd } from "./race.ts";
import { restartFlips } from "./restart-flips.ts";

/** How the trials at a formula ended. */
interface Walked {
  readonly ending: SatEnding;
  readonly flips: readonly number[];
  readonly model?: Assignment;
  readonly problem?: string;
  readonly walkMs: number;
  readonly solveMs: number;
}

/** The walks of one worker: they end when all is to stop, or where the budget does. */
export interface Walks {
  /** Trials, each from a new assignment, until one finds a model. */
  tries(formula: Formula, seed: number, arms: Uint32Array, cutoffs: Float64Array): Walked;
  /** A turn of a race. Where another worker has a model of the file, all its walks stop. */
  race(race: Race, task: number, flips: number): { ending: RaceEnd; model?: Assignment };
  restartFlips(formula: Formula): number;
}

/** Of the budget at a time, so that a long try does not take what another could use. */
const FLIPS_TAKEN = 100_000;

export function openWalks(shared: SatShared): Walks {
  const stop = new Int32Array(shared.stop);
  const solved = new Int32Array(shared.solved);
  const stopped = () => Atomics.load(stop, 0) !== 0;
  const budget = shared.budget === undefined ? undefined : flipBudget(shared.budget, stopped);
  const walks: (WalkSat | undefined)[] = shared.arms.map(() => undefined);

  const walkOf = (arm: number, formula: Formula): WalkSat => {
    const walk = (walks[arm] ??= walkSat(formula, shared.arms[arm]));
    if (walk.formula !== formula) walk.load(formula);
    return walk;
  };
  /** A trial, or as much of it as the budget allows; where that ends, all is to stop. */
  const walkWithin = (walk: WalkSat, cutoff: number, ends: () => boolean): boolean => {
    if (budget === undefined) return walk.run(cutoff, ends);
    while (!walk.solved && walk.flips < cutoff && !ends()) {
      const from = walk.flips;
      const granted = budget.take(Math.min(cutoff - from, FLIPS_TAKEN));
      walk.run(from + granted, ends);
      budget.settle(granted, walk.flips - from);
      if (granted === 0) Atomics.store(stop, 0, 1);
    }
    return walk.solved;
  };
  const modelOf = (walk: WalkSat) => (shared.models ? { model: walk.model! } : {});

  return {
    tries(formula, seed, arms, cutoffs) {
      try {
        // The formula's way into the engine is no more part of solving it than its way from the disk.
        walkOf(arms[0], formula);
      } catch (error) {
        const problem = `cannot be solved here: ${reasonOf(error)}`;
        return { ending: "unreadable", flips: [], problem, walkMs: 0, solveMs: 0 };
      }
      const began = performance.now();
      const seeds = xoshiro(seed);
      const flips: number[] = [];
      let walkMs = 0;
      for (let i = 0; i < cutoffs.length && !stopped(); i++) {
        const walk = walkOf(arms[i], formula);
        const from = performance.now();
        walk.restart(seeds.uint32());
        const found = walkWithin(walk, flipsWithin(cutoffs[i]), stopped);
        walkMs += performance.now() - from;
        flips.push(walk.flips);
        const solveMs = performance.now() - began;
        if (found) return { ending: "solved", flips, ...modelOf(walk), walkMs, solveMs };
      }
      return { ending: stopped() ? "stopped" : "left", flips, walkMs, solveMs: performance.now() - began };
    },
    race(race, task, flips) {
      const over = () => stopped() || Atomics.load(solved, task) !== 0;
      if (over()) {
        race.end("stopped");
        return { ending: "stopped" };
      }
      const ending = race.run(flips, (walk, until) => walkWithin(walk, until, over));
      if (ending === "left") return { ending };
      // The first model counts; who comes second was stopped a moment too late.
      const first = ending === "solved" && Atomics.compareExchange(solved, task, 0, 1) === 0;
      race.end(first ? "cut" : "stopped");
      return first ? { ending, ...modelOf(race.winner!) } : { ending: "stopped" };
    },
    restartFlips,
  };
}

/** No walk ever makes as many flips as a number of JavaScript can count. */
function flipsWithin(cutoff: number): number {
  return cutoff > Number.MAX_SAFE_INTEGER ? Infinity : Math.floor(cutoff);
}
