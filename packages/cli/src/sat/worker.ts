import {
  type Assignment,
  DimacsError,
  emptyClause,
  type Formula,
  readDimacs,
  type WalkSat,
  walkSat,
  xoshiro,
} from "@mulligan/sat";
import { workerData } from "piscina";
import { reasonFor, reasonOf } from "../shell/failure.ts";
import { fileReader } from "./file-reader.ts";
import { flipBudget } from "./flip-budget.ts";
import { type SatEnding, type SatReply, type SatShared, type SatWork, satEndings } from "./messages.ts";
import { recentFormulas } from "./recent-formulas.ts";

const shared = workerData as SatShared;
const stop = new Int32Array(shared.stop);
const stopped = () => Atomics.load(stop, 0) !== 0;
const budget = shared.budget === undefined ? undefined : flipBudget(shared.budget, stopped);
const walks: (WalkSat | undefined)[] = shared.arms.map(() => undefined);
const formulas = recentFormulas();
const readFile = fileReader();

/**
 * A new assignment touches every variable and every literal once, where a flip touches a few dozen clauses:
 * measured, a restart takes as long as a flip for every 39 of them at 100 variables, every 45 at 5,000.
 */
const LITERALS_A_FLIP = 40;

/** Of the budget at a time, so that a long try does not take what another could use. */
const FLIPS_TAKEN = 100_000;

let before: Promise<unknown> = Promise.resolve();

/**
 * Works through the messages one after the other, though the next one is here already: while a compressed file is
 * unpacked it could overtake, and the same seed would not give the same run.
 */
export function solve(work: SatWork): Promise<SatReply> {
  const reply = before.then(() => workThrough(work));
  before = reply.catch(() => {});
  return reply;
}

/** A message has several files, since a file may take less time than a message. */
async function workThrough({ tasks, seeds, firsts, counts, arms, cutoffs }: SatWork): Promise<SatReply> {
  const endings = new Uint8Array(tasks.length);
  const made = new Uint32Array(tasks.length);
  const restartFlips = new Float64Array(tasks.length);
  const flips: number[] = [];
  const models = new Map<number, Assignment>();
  const problems = new Map<number, string>();
  let [walkMs, solveMs] = [0, 0];
  for (let i = 0; i < tasks.length; i++) {
    const from = firsts[i];
    const to = from + counts[i];
    const file = shared.files[tasks[i]];
    const formula = formulas.take(file) ?? (await readFormula(file, arms[from]));
    if (typeof formula === "string") {
      problems.set(i, formula);
      endings[i] = satEndings.indexOf("unreadable");
    } else if (emptyClause(formula) >= 0) {
      endings[i] = satEndings.indexOf("hopeless");
    } else {
      const walked = walkFormula(formula, seeds[i], arms.subarray(from, to), cutoffs.subarray(from, to));
      endings[i] = satEndings.indexOf(walked.ending);
      made[i] = walked.flips.length;
      restartFlips[i] = (formula.variables + formula.literals.length) / LITERALS_A_FLIP;
      flips.push(...walked.flips);
      if (walked.model !== undefined) models.set(i, walked.model);
      if (walked.ending === "left") formulas.keep(file, formula);
      walkMs += walked.walkMs;
      solveMs += walked.solveMs;
    }
  }
  const all = Float64Array.from(flips);
  return { endings, counts: made, flips: all, restartFlips, models, problems, walkMs, solveMs };
}

interface Walked {
  readonly ending: SatEnding;
  readonly flips: readonly number[];
  readonly model?: Assignment;
  readonly walkMs: number;
  readonly solveMs: number;
}

function walkFormula(formula: Formula, seed: number, arms: Uint32Array, cutoffs: Float64Array): Walked {
  // The formula's way into the engine is no more part of solving it than its way from the disk.
  walkOf(arms[0], formula);
  const began = performance.now();
  const seeds = xoshiro(seed);
  const flips: number[] = [];
  let walkMs = 0;
  for (let i = 0; i < cutoffs.length && !stopped(); i++) {
    const walk = walkOf(arms[i], formula);
    const from = performance.now();
    walk.restart(seeds.uint32());
    const solved = walkWithin(walk, flipsWithin(cutoffs[i]));
    walkMs += performance.now() - from;
    flips.push(walk.flips);
    if (solved) {
      const model = shared.models ? { model: walk.model! } : {};
      return { ending: "solved", flips, ...model, walkMs, solveMs: performance.now() - began };
    }
  }
  return { ending: stopped() ? "stopped" : "left", flips, walkMs, solveMs: performance.now() - began };
}

/** No walk ever makes as many flips as a number of JavaScript can count. */
function flipsWithin(cutoff: number): number {
  return cutoff > Number.MAX_SAFE_INTEGER ? Infinity : Math.floor(cutoff);
}

/** A trial, or as much of it as the budget allows; where that ends, all is to stop. */
function walkWithin(walk: WalkSat, cutoff: number): boolean {
  if (budget === undefined) return walk.run(cutoff, stopped);
  while (!walk.solved && walk.flips < cutoff && !stopped()) {
    const from = walk.flips;
    const granted = budget.take(Math.min(cutoff - from, FLIPS_TAKEN));
    walk.run(from + granted, stopped);
    budget.settle(granted, walk.flips - from);
    if (granted === 0) Atomics.store(stop, 0, 1);
  }
  return walk.solved;
}

function walkOf(arm: number, formula: Formula): WalkSat {
  const walk = (walks[arm] ??= walkSat(formula, shared.arms[arm]));
  if (walk.formula !== formula) walk.load(formula);
  return walk;
}

/** The formula, or what is wrong with the file. */
async function readFormula(file: string, arm: number): Promise<Formula | string> {
  let formula: Formula;
  try {
    formula = await readDimacs(shared.given.get(file) ?? readFile(file), file);
  } catch (error) {
    return error instanceof DimacsError
      ? error.message
      : `${file}: cannot be read: ${reasonFor(file, error)}`;
  }
  try {
    if (emptyClause(formula) < 0) walkOf(arm, formula);
    return formula;
  } catch (error) {
    return `${file}: cannot be solved here: ${reasonOf(error)}`;
  }
}
