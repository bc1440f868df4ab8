import { DimacsError, emptyClause, type Formula, readDimacs } from "@mulligan/sat";
import { workerData } from "piscina";
import { reasonFor, reasonOf } from "../shell/exit.ts";
import { isLarge, restartFlips, shapeOf } from "./competition.ts";
import { fileReader } from "./formula-files.ts";
import {
  type RaceMessage,
  type RaceReply,
  type SatMessage,
  type SatReply,
  type SatShared,
  satEndings,
  type TriesMessage,
  type TriesReply,
} from "./messages.ts";
import { HeuristicRace } from "./race.ts";
import { recentFormulas } from "./recent-formulas.ts";
import { openWalks } from "./walks.ts";

const shared = workerData as SatShared;
const walks = openWalks(shared);
const formulas = recentFormulas();
const readFile = fileReader();
/** The open races, by file. */
const races = new Map<number, HeuristicRace>();

let before: Promise<unknown> = Promise.resolve();

/**
 * Handles the messages one after the other, though the next one is here already: it could overtake while a compressed
 * file is unpacked, and the same seed would not give the same run.
 */
export function solve(message: SatMessage): Promise<SatReply> {
  const reply = before.then(
    (): Promise<SatReply> => ("race" in message ? runRace(message) : tryFiles(message)),
  );
  before = reply.catch(() => {});
  return reply;
}

/** Tries several files, since a file may take less time than a message. */
async function tryFiles({ tasks, seeds, firsts, counts, arms, cutoffs }: TriesMessage): Promise<TriesReply> {
  const endings = new Uint8Array(tasks.length);
  const made = new Uint32Array(tasks.length);
  const restarts = new Float64Array(tasks.length);
  const flips: number[] = [];
  const [models, problems, shapes] = [new Map(), new Map(), new Map()];
  let [walkMs, solveMs] = [0, 0];
  for (let i = 0; i < tasks.length; i++) {
    const from = firsts[i];
    const to = from + counts[i];
    const file = shared.files[tasks[i]];
    const formula = formulas.take(file) ?? (await readFormula(file));
    if (typeof formula === "string") {
      problems.set(i, formula);
      endings[i] = satEndings.indexOf("unreadable");
    } else if (emptyClause(formula) >= 0) {
      endings[i] = satEndings.indexOf("hopeless");
    } else if (shared.races && isLarge(formula)) {
      endings[i] = satEndings.indexOf("large");
      shapes.set(i, shapeOf(formula));
      formulas.keep(file, formula);
    } else {
      const walked = walks.tries(formula, seeds[i], arms.subarray(from, to), cutoffs.subarray(from, to));
      endings[i] = satEndings.indexOf(walked.ending);
      made[i] = walked.flips.length;
      restarts[i] = restartFlips(formula);
      flips.push(...walked.flips);
      if (walked.model !== undefined) models.set(i, walked.model);
      if (walked.problem !== undefined) problems.set(i, `${file}: ${walked.problem}`);
      if (walked.ending === "left") {
        formulas.keep(file, formula);
        if (shared.races) shapes.set(i, shapeOf(formula));
      }
      walkMs += walked.walkMs;
      solveMs += walked.solveMs;
    }
  }
  const all = Float64Array.from(flips);
  return {
    endings,
    counts: made,
    flips: all,
    restartFlips: restarts,
    models,
    problems,
    shapes,
    walkMs,
    solveMs,
  };
}

/** Runs a turn of a race; its walks stay here until the next one. */
async function runRace({ race: task, seed, weights, flips }: RaceMessage): Promise<RaceReply> {
  const file = shared.files[task];
  const began = performance.now();
  const race = races.get(task) ?? (await newRace(file, weights, seed));
  if (typeof race === "string") {
    return { ending: "unreadable", walks: [], flips: 0, restartFlips: 0, problem: race, walkMs: 0 };
  }
  const from = race.flips;
  const { ending, model } = walks.race(race, task, flips);
  if (flips === 0) race.end("cut");
  if (ending === "left" && flips > 0) races.set(task, race);
  else races.delete(task);
  return {
    ending,
    walks: race.takeEnded(),
    flips: race.flips - from,
    restartFlips: restartFlips(race.formula),
    ...(model === undefined ? {} : { model }),
    walkMs: performance.now() - began,
  };
}

/** Opens a race at the formula, or returns what is wrong with the file. */
async function newRace(
  file: string,
  weights: readonly number[],
  seed: number,
): Promise<HeuristicRace | string> {
  const formula = formulas.take(file) ?? (await readFormula(file));
  if (typeof formula === "string") return formula;
  try {
    return new HeuristicRace(formula, shared.arms, weights, seed);
  } catch (error) {
    return `${file}: cannot be solved here: ${reasonOf(error)}`;
  }
}

/** Returns the formula, or what is wrong with the file. */
async function readFormula(file: string): Promise<Formula | string> {
  try {
    return await readDimacs(shared.given.get(file) ?? readFile(file), file);
  } catch (error) {
    return error instanceof DimacsError
      ? error.message
      : `${file}: cannot be read: ${reasonFor(file, error)}`;
  }
}
