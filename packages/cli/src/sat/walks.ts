import { type Assignment, type Formula, type WalkSat, walkSat, xoshiro } from "@mulligan/sat";
import { reasonOf } from "../shell/exit.ts";
import type { SatEnding, SatShared } from "./messages.ts";
import type { HeuristicRace, RaceEnding } from "./race.ts";

/** How the trials at a formula ended. */
interface Walked {
  readonly ending: SatEnding;
  readonly flips: readonly number[];
  readonly model?: Assignment;
  readonly problem?: string;
  readonly walkMs: number;
  readonly solveMs: number;
}

/** Flips taken from the budget at a time, so that a long try does not take what another could use. */
const FLIPS_TAKEN = 100_000;

export type Walks = ReturnType<typeof openWalks>;

/** Opens the walks of one worker. They end when everything is to stop, and with the budget. */
export function openWalks(shared: SatShared) {
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
  /** Walks as far as the budget allows. When it is spent, everything is to stop. */
  const walkWithin = (walk: WalkSat, cutoff: number, ends: () => boolean): boolean => {
    if (budget === undefined) return walk.run(cutoff, ends);
    while (!walk.solved && walk.flips < cutoff && !ends()) {
      const from = walk.flips;
      const granted = budget.take(Math.min(cutoff - from, FLIPS_TAKEN));
      walk.run(from + granted, ends);
      budget.giveBack(granted, walk.flips - from);
      if (granted === 0) Atomics.store(stop, 0, 1);
    }
    return walk.solved;
  };
  const modelOf = (walk: WalkSat) => (shared.models ? { model: walk.model! } : {});

  return {
    /** Makes trials, each from a new assignment, until one finds a model. */
    tries(formula: Formula, seed: number, arms: Uint32Array, cutoffs: Float64Array): Walked {
      try {
        // Loading the formula into the engine is not counted as solving, like reading it from the disk.
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
    /** Runs a turn of a race. Its walks stop if another worker has a model of the file. */
    race(
      race: HeuristicRace,
      task: number,
      flips: number,
    ): { readonly ending: RaceEnding; readonly model?: Assignment } {
      const over = () => stopped() || Atomics.load(solved, task) !== 0;
      if (over()) {
        race.end("stopped");
        return { ending: "stopped" };
      }
      const ending = race.run(flips, (walk, until) => walkWithin(walk, until, over));
      if (ending === "left") return { ending };
      // The first model counts; a second one was found just before it could be stopped.
      const first = ending === "solved" && Atomics.compareExchange(solved, task, 0, 1) === 0;
      race.end(first ? "cut" : "stopped");
      return first ? { ending, ...modelOf(race.winner!) } : { ending: "stopped" };
    },
  };
}

/** No walk ever makes as many flips as a JavaScript number can count. */
function flipsWithin(cutoff: number): number {
  return cutoff > Number.MAX_SAFE_INTEGER ? Infinity : Math.floor(cutoff);
}

/** How often a waiting worker looks whether it is to stop. */
const PATIENCE_MS = 20;

/**
 * The shared memory: whether a worker is counting, how often flips were given back; flips left, and flips taken and not
 * given back yet.
 */
const [COUNTING, RETURNED] = [0, 1];
const [LEFT, HELD] = [0, 1];

function viewsOf(memory: SharedArrayBuffer) {
  return { signals: new Int32Array(memory, 0, 2), flips: new Float64Array(memory, 8, 2) };
}

/** Returns the memory of a budget of so many flips. */
export function newFlipBudget(flips: number): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(24);
  viewsOf(memory).flips[LEFT] = flips;
  return memory;
}

/** The flips that all workers together may still make, counted in memory that they share. */
function flipBudget(memory: SharedArrayBuffer, stopped: () => boolean) {
  const { signals, flips: count } = viewsOf(memory);

  function alone<Value>(action: () => Value): Value {
    while (Atomics.compareExchange(signals, COUNTING, 0, 1) !== 0) Atomics.wait(signals, COUNTING, 1);
    try {
      return action();
    } finally {
      Atomics.store(signals, COUNTING, 0);
      Atomics.notify(signals, COUNTING, 1);
    }
  }

  return {
    /**
     * Takes up to `flips` of what is left; 0 if the budget is spent. While another worker holds flips that it may not
     * need, this waits for what it gives back.
     */
    take(flips: number): number {
      for (;;) {
        const returned = Atomics.load(signals, RETURNED);
        const { granted, last } = alone(() => {
          const granted = Math.min(flips, count[LEFT]);
          count[LEFT] -= granted;
          count[HELD] += granted;
          return { granted, last: count[HELD] === 0 };
        });
        if (granted > 0 || last || stopped()) return granted;
        Atomics.wait(signals, RETURNED, returned, PATIENCE_MS);
      }
    },
    /** Gives back what was taken and not `used`. */
    giveBack(taken: number, used: number): void {
      alone(() => {
        count[HELD] -= taken;
        count[LEFT] += taken - used;
      });
      Atomics.add(signals, RETURNED, 1);
      Atomics.notify(signals, RETURNED);
    },
  };
}
