import { DimacsError, emptyClause, type Formula, readDimacs } from "@mulligan/sat";
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
import { openWalks, type Walks } from "./walks.ts";

/** Handles the messages of a run. The walks of its races are kept between them. */
export class SatSolver {
  private readonly shared: SatShared;
  private readonly walks: Walks;
  private readonly formulas = recentFormulas();
  private readonly readFile = fileReader();
  /** The open races, by file. */
  private readonly races = new Map<number, HeuristicRace>();
  private before: Promise<unknown> = Promise.resolve();

  constructor(shared: SatShared) {
    this.shared = shared;
    this.walks = openWalks(shared);
  }

  /**
   * The messages are handled one after the other, though the next one is here already: it could overtake while a
   * compressed file is unpacked, and the same seed would not give the same run.
   */
  solve(message: SatMessage): Promise<SatReply> {
    const reply = this.before.then(
      (): Promise<SatReply> => ("race" in message ? this.runRace(message) : this.tryFiles(message)),
    );
    this.before = reply.catch(() => {});
    return reply;
  }

  /** Tries several files, since a file may take less time than a message. */
  private async tryFiles({ tasks, seeds, firsts, counts, arms, cutoffs }: TriesMessage): Promise<TriesReply> {
    const endings = new Uint8Array(tasks.length);
    const made = new Uint32Array(tasks.length);
    const restarts = new Float64Array(tasks.length);
    const flips: number[] = [];
    const [models, problems, shapes] = [new Map(), new Map(), new Map()];
    let [walkMs, solveMs] = [0, 0];
    for (let i = 0; i < tasks.length; i++) {
      const from = firsts[i];
      const to = from + counts[i];
      const file = this.shared.files[tasks[i]];
      const formula = this.formulas.take(file) ?? (await this.readFormula(file));
      if (typeof formula === "string") {
        problems.set(i, formula);
        endings[i] = satEndings.indexOf("unreadable");
      } else if (emptyClause(formula) >= 0) {
        endings[i] = satEndings.indexOf("hopeless");
      } else if (this.shared.races && isLarge(formula)) {
        endings[i] = satEndings.indexOf("large");
        shapes.set(i, shapeOf(formula));
        this.formulas.keep(file, formula);
      } else {
        const walked = this.walks.tries(
          formula,
          seeds[i],
          arms.subarray(from, to),
          cutoffs.subarray(from, to),
        );
        endings[i] = satEndings.indexOf(walked.ending);
        made[i] = walked.flips.length;
        restarts[i] = restartFlips(formula);
        flips.push(...walked.flips);
        if (walked.model !== undefined) models.set(i, walked.model);
        if (walked.problem !== undefined) problems.set(i, `${file}: ${walked.problem}`);
        if (walked.ending === "left") {
          this.formulas.keep(file, formula);
          if (this.shared.races) shapes.set(i, shapeOf(formula));
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
  private async runRace({ race: task, seed, weights, flips }: RaceMessage): Promise<RaceReply> {
    const file = this.shared.files[task];
    const began = performance.now();
    const race = this.races.get(task) ?? (await this.newRace(file, weights, seed));
    if (typeof race === "string") {
      return { ending: "unreadable", walks: [], flips: 0, restartFlips: 0, problem: race, walkMs: 0 };
    }
    const from = race.flips;
    const { ending, model } = this.walks.race(race, task, flips);
    if (flips === 0) race.end("cut");
    if (ending === "left" && flips > 0) this.races.set(task, race);
    else this.races.delete(task);
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
  private async newRace(
    file: string,
    weights: readonly number[],
    seed: number,
  ): Promise<HeuristicRace | string> {
    const formula = this.formulas.take(file) ?? (await this.readFormula(file));
    if (typeof formula === "string") return formula;
    try {
      return new HeuristicRace(formula, this.shared.arms, weights, seed);
    } catch (error) {
      return `${file}: cannot be solved here: ${reasonOf(error)}`;
    }
  }

  /** Returns the formula, or what is wrong with the file. */
  private async readFormula(file: string): Promise<Formula | string> {
    try {
      return await readDimacs(this.shared.given.get(file) ?? this.readFile(file), file);
    } catch (error) {
      return error instanceof DimacsError
        ? error.message
        : `${file}: cannot be read: ${reasonFor(file, error)}`;
    }
  }
}
