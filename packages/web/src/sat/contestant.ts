import { type Decision, makePolicy, type Outcome, type Policy } from "@mulligan/core";
import { autoCutoffs, measuredResetting } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import {
  type Assignment,
  clauseCount,
  type Formula,
  type Heuristic,
  type WalkSat,
  walkSat,
} from "@mulligan/sat";
import { isLarge, restartFlips } from "mulligan/sat";
import type { FormulaSource } from "./formula-source.ts";
import type { SeededContestant } from "./messages.ts";
import type { SatSetting } from "./setting.ts";
import { Trace } from "./trace.ts";

/** Flips between two questions whether to stop. */
const FLIPS_A_TURN = 20_000;

/** Called as things happen. */
interface ContestantEvents {
  /** A try ended; `time` is in flips, and so is what a restart costs. */
  tried?(formula: number, time: number, completed: boolean, restart: number): void;
  /** A formula was solved, with a model, or given up, without one. */
  ended?(formula: number, flips: number, model: Assignment | undefined): void;
}

/** In flips for each clause: 200 flips for the usual formulas, with which policies begin by default. */
const FIRST_CUTOFF = 0.5;
const LEAST_FIRST_CUTOFF = 200;

/**
 * One way to restart, going through the formulas: each is tried until it is solved or its budget is spent. A contestant
 * may be stopped anywhere; what it does depends on the seed alone, not on where it was stopped.
 */
export class LiveContestant {
  readonly contestant: SeededContestant;
  /** Flips so far, and what restarts cost. */
  clock = 0;
  flips = 0;
  restarts = 0;
  /** The walks at the last formula, and the place of that formula. */
  trace = new Trace();
  traced = 0;
  private readonly setting: SatSetting;
  private readonly formulas: FormulaSource;
  private readonly walkable: readonly boolean[];
  private readonly events: ContestantEvents;
  private policy: Policy | undefined;
  private walk: WalkSat | undefined;
  private walked: { readonly heuristic: Heuristic; readonly walk: WalkSat } | undefined;
  private at = 0;
  private attempt = 0;
  private decision: Decision | undefined;
  private had = 0;

  /** `walkable` says of each formula whether it can be walked; the others are left out. */
  constructor(
    contestant: SeededContestant,
    setting: SatSetting,
    formulas: FormulaSource,
    walkable: readonly boolean[],
    events: ContestantEvents = {},
  ) {
    this.contestant = contestant;
    this.setting = setting;
    this.formulas = formulas;
    this.walkable = walkable;
    this.events = events;
  }

  get over(): boolean {
    return this.at >= this.walkable.length;
  }

  /** Walks until the clock shows `until` or `mustStop` returns true. A restart may take it a little further. */
  async walkOn(until: number, mustStop: () => boolean = () => false): Promise<void> {
    while (!this.over && this.clock < until && !mustStop()) {
      if (this.walk !== undefined) this.advance(Math.min(this.clock + FLIPS_A_TURN, Math.ceil(until)));
      else if (this.walkable[this.at]) this.give(await this.formulas.formula(this.at));
      else this.at += 1;
    }
  }

  private give(formula: Formula): void {
    this.policy ??= this.newPolicy(formula);
    const rule = ruleFor(formula, this.setting);
    // A walk keeps its memory and its settings, so another rule needs another walk.
    let walked = this.walked;
    if (walked !== undefined && walked.heuristic === rule.heuristic) walked.walk.load(formula);
    else walked = { heuristic: rule.heuristic, walk: walkSat(formula, rule) };
    this.walked = walked;
    this.walk = walked.walk;
    this.trace = new Trace();
    this.traced = this.at;
    this.attempt = 0;
    this.had = 0;
  }

  private advance(until: number): void {
    while (this.clock < until && this.walk !== undefined) {
      if (this.decision === undefined) this.begin(this.walk);
      else this.step(this.walk, until);
    }
  }

  private begin(walk: WalkSat): void {
    this.attempt += 1;
    const decision = this.policy!.decide({ attempt: this.attempt, task: this.at });
    const scaled =
      this.contestant.name === "luby" ? decision.cutoff * this.lubyBase(walk.formula) : decision.cutoff;
    this.decision = { ...decision, cutoff: Math.max(1, scaled) };
    // The first try at a formula is the same walk for all contestants, so that luck favours none.
    walk.restart(stream(this.contestant.seed, "walk", this.at, this.attempt).uint32());
    this.trace.begin(this.had, walk.unsatisfied);
    if (walk.solved) this.finish(walk);
  }

  private step(walk: WalkSat, until: number): void {
    const cutoff = Math.floor(this.decision!.cutoff);
    const budget = this.budgetFor(walk.formula);
    const before = walk.flips;
    const most = Math.min(cutoff - before, budget - this.had, until - this.clock);
    walk.run(before + Math.max(1, Math.min(most, this.trace.distance(this.had))));
    this.pass(walk.flips - before);
    this.flips += walk.flips - before;
    if (walk.solved) this.finish(walk);
    else if (walk.flips >= cutoff) this.cut(walk, this.decision!.cutoff);
    else if (this.had >= budget) this.cut(walk, walk.flips);
    else this.trace.sample(this.had, walk.unsatisfied);
  }

  private pass(flips: number): void {
    this.had += flips;
    this.clock += flips;
  }

  private cut(walk: WalkSat, time: number): void {
    this.trace.end(this.had, walk.unsatisfied);
    const resetting = restartCost(walk.formula);
    this.observe({ kind: "censored", time, resetting });
    if (this.had + resetting >= this.budgetFor(walk.formula)) {
      this.finish(walk);
      return;
    }
    this.pass(resetting);
    this.restarts += 1;
    this.decision = undefined;
  }

  private finish(walk: WalkSat): void {
    if (walk.solved) {
      this.trace.end(this.had, walk.unsatisfied);
      this.observe({ kind: "completed", time: walk.flips, reward: 1 });
    }
    this.events.ended?.(this.at, this.had, walk.model);
    this.decision = undefined;
    this.walk = undefined;
    this.at += 1;
  }

  private observe(outcome: Outcome): void {
    this.policy!.observe({ ...this.decision!, task: this.at }, outcome);
    const restart = restartCost(this.walk!.formula);
    this.events.tried?.(this.at, outcome.time, outcome.kind === "completed", restart);
  }

  private newPolicy(formula: Formula): Policy {
    const { name, seed } = this.contestant;
    const { learner } = this.setting;
    const arms = [{ name: "walk", resetting: measuredResetting }];
    if (name !== "learned") return makePolicy(name, { arms, seed, mode: "retry" });
    const firstCutoff = Math.max(LEAST_FIRST_CUTOFF, Math.round(FIRST_CUTOFF * clauseCount(formula)));
    return makePolicy(learner, { arms, seed, firstCutoff, cutoffs: autoCutoffs(1), mode: "retry" });
  }

  private lubyBase(formula: Formula): number {
    return Math.max(1, Math.round(this.contestant.base * clauseCount(formula)));
  }

  private budgetFor(formula: Formula): number {
    return Math.max(1, Math.round(this.setting.budget * clauseCount(formula)));
  }
}

/** The cost of a restart in whole flips. It is counted, or restarting often would look better than it is. */
function restartCost(formula: Formula): number {
  return Math.round(restartFlips(formula));
}

/**
 * The rule by which all contestants walk a formula. `auto` is the paper's rnovelty, or probsat for large formulas, on
 * which rnovelty walks in circles (`cli/src/sat/competition.ts` has the figures).
 */
function ruleFor(
  formula: Formula,
  { rule, noise }: Pick<SatSetting, "rule" | "noise">,
): { readonly heuristic: Heuristic; readonly noise?: number } {
  if (rule === "auto") return isLarge(formula) ? { heuristic: "probsat" } : { heuristic: "rnovelty", noise };
  return { heuristic: rule, noise };
}
