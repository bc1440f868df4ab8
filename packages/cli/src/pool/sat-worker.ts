import { readFileSync } from "node:fs";
import {
  DimacsError,
  emptyClause,
  type Formula,
  literalsOf,
  readDimacs,
  type WalkSat,
  type WalkSettings,
  walkSat,
  xoshiro,
} from "@mulligan/sat";
import { workerData } from "piscina";
import { reasonOf } from "../shell/failure.ts";
import { recentFormulas } from "./recent-formulas.ts";

/** What every worker is told once. */
export interface SatShared {
  readonly arms: readonly WalkSettings[];
  readonly models: boolean;
  /** One number: not 0 when all is to stop, in the middle of a try too. */
  readonly stop: SharedArrayBuffer;
}

/** Tries at one file: arm and cutoff of each, until it is solved. */
export interface SatWork {
  readonly task: number;
  readonly file: string;
  /** Of the assignments that these tries begin with. */
  readonly seed: number;
  readonly arms: readonly number[];
  readonly cutoffs: readonly number[];
}

export interface SatReply {
  readonly task: number;
  /** Flips of each try that was made; the last one solved it if `solved`, or was stopped if `stopped`. */
  readonly flips: readonly number[];
  readonly solved: boolean;
  readonly stopped: boolean;
  /** DIMACS literals, checked against the formula. */
  readonly model?: readonly number[];
  readonly problem?: string;
  /** The formula has an empty clause, so nothing satisfies it. */
  readonly hopeless?: true;
  /** What a new assignment of this formula costs, in flips. */
  readonly restartFlips: number;
  /** Milliseconds in the engine, for flips and new assignments, of milliseconds with the formula in it. */
  readonly walkMs: number;
  readonly solveMs: number;
}

const shared = workerData as SatShared;
const stop = new Int32Array(shared.stop);
const stopped = () => Atomics.load(stop, 0) !== 0;
const walks: (WalkSat | undefined)[] = shared.arms.map(() => undefined);
const formulas = recentFormulas();

/**
 * A new assignment touches every variable and every literal once, where a flip touches a few dozen clauses:
 * measured, a restart takes as long as a flip for every 39 of them at 100 variables, every 45 at 5,000.
 */
const LITERALS_A_FLIP = 40;

/** Works through a batch; several files in one message, since a file may take less time than a message. */
export async function solve(batch: readonly SatWork[]): Promise<SatReply[]> {
  const replies: SatReply[] = [];
  for (const work of batch) {
    const formula = await formulaOf(work.file);
    replies.push(
      typeof formula === "string" ? { ...nothing(work.task), problem: formula } : tryFormula(work, formula),
    );
  }
  return replies;
}

function tryFormula(work: SatWork, formula: Formula): SatReply {
  const { task, arms, cutoffs } = work;
  if (emptyClause(formula) >= 0) return { ...nothing(task), hopeless: true };
  const restartFlips = (formula.variables + formula.literals.length) / LITERALS_A_FLIP;
  // The formula's way into the engine is no more part of solving it than its way from the disk.
  walkOf(arms[0], formula);
  const began = performance.now();
  const seeds = xoshiro(work.seed);
  const flips: number[] = [];
  let walkMs = 0;
  for (let i = 0; i < cutoffs.length && !stopped(); i++) {
    const walk = walkOf(arms[i], formula);
    const from = performance.now();
    walk.restart(seeds.uint32());
    const solved = walk.run(Math.floor(cutoffs[i]), stopped);
    walkMs += performance.now() - from;
    flips.push(walk.flips);
    if (solved) {
      const model = shared.models ? { model: literalsOf(walk.model!) } : {};
      const solveMs = performance.now() - began;
      return { task, flips, solved, stopped: false, ...model, restartFlips, walkMs, solveMs };
    }
  }
  const solveMs = performance.now() - began;
  return { task, flips, solved: false, stopped: stopped(), restartFlips, walkMs, solveMs };
}

function walkOf(arm: number, formula: Formula): WalkSat {
  const walk = (walks[arm] ??= walkSat(formula, shared.arms[arm]));
  if (walk.formula !== formula) walk.load(formula);
  return walk;
}

/** The formula, or what is wrong with the file. */
async function formulaOf(file: string): Promise<Formula | string> {
  const known = formulas.get(file);
  if (known !== undefined) return known;
  try {
    const formula = await readDimacs(readFileSync(file === "-" ? 0 : file), file);
    formulas.keep(file, formula);
    return formula;
  } catch (error) {
    return error instanceof DimacsError ? error.message : `${file}: cannot be read: ${reasonOf(error)}`;
  }
}

function nothing(task: number): SatReply {
  return { task, flips: [], solved: false, stopped: false, restartFlips: 0, walkMs: 0, solveMs: 0 };
}
