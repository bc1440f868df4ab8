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
import type { ContestantName, FormulaResult } from "./messages.ts";
import type { SatSetting } from "./setting.ts";
import { Trace } from "./trace.ts";

/** Called as things happen. */
interface ContestantEvents {
  /** A try ended; `time` is in flips. */
  tried(formula: number, time: number, completed: boolean): void;
  ended(formula: number, ending: FormulaResult, flips: number, model: Assignment | undefined): void;
}

/** In flips for each clause: 200 flips for the usual formulas, with which policies begin by default. */
const FIRST_CUTOFF = 0.5;
const LEAST_FIRST_CUTOFF = 200;

/**
 * One way to restart, going through the formulas: each is tried until it is solved or its budget is spent. A contestant
 * may be stopped anywhere; what it does depends on the seed alone, not on where it was stopped.
 */
export class LiveContestant {
  readonly name: ContestantName;
  /** Flips so far, and what restarts cost. */
  clock = 0;
  flips = 0;
  restarts = 0;
  solved = 0;
  /** The clock at every formula that was solved. */
  readonly solvedAt: number[] = [];
  /** The walks at the last formula, and the place of that formula. */
  trace = new Trace();
  traced = 0;
  private readonly setting: SatSetting;
  private readonly events: ContestantEvents;
  private readonly count: number;
  private policy: Policy | undefined;
  private walk: WalkSat | undefined;
  private walked: { readonly heuristic: Heuristic; readonly walk: WalkSat } | undefined;
  private at = 0;
  private attempt = 0;
  private decision: Decision | undefined;
  private had = 0;

  constructor(name: ContestantName, count: number, setting: SatSetting, events: ContestantEvents) {
    this.name = name;
    this.count = count;
    this.setting = setting;
    this.events = events;
  }

  get over(): boolean {
    return this.at >= this.count;
  }

  /** The place of the current formula. */
  get formula(): number {
    return this.at;
  }

  /** The place of the formula that `give` must provide before it can go on. */
  get needs(): number | undefined {
    return this.over || this.walk !== undefined ? undefined : this.at;
  }

  give(formula: Formula): void {
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

  /** Leaves out the current formula, which cannot be walked. */
  skip(): void {
    this.at += 1;
  }

  /** Walks until the clock shows `until` or a formula is needed. A restart may take it a little further. */
  advance(until: number): void {
    while (this.clock < until && this.walk !== undefined) {
      if (this.decision === undefined) this.begin(this.walk);
      else this.step(this.walk, until);
    }
  }

  private begin(walk: WalkSat): void {
    this.attempt += 1;
    const decision = this.policy!.decide({ attempt: this.attempt, task: this.at });
    const scaled = this.name === "luby" ? decision.cutoff * this.lubyBase(walk.formula) : decision.cutoff;
    this.decision = { ...decision, cutoff: Math.max(1, scaled) };
    // The first try at a formula is the same walk for all contestants, so that luck favours none.
    walk.restart(stream(this.setting.seed, "walk", this.at, this.attempt).uint32());
    this.trace.begin(this.had, walk.unsatisfied);
    if (walk.solved) this.finish("solved", walk);
  }

  private step(walk: WalkSat, until: number): void {
    const cutoff = Math.floor(this.decision!.cutoff);
    const budget = this.budgetFor(walk.formula);
    const before = walk.flips;
    const most = Math.min(cutoff - before, budget - this.had, until - this.clock);
    walk.run(before + Math.max(1, Math.min(most, this.trace.distance(this.had))));
    this.pass(walk.flips - before);
    this.flips += walk.flips - before;
    if (walk.solved) this.finish("solved", walk);
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
      this.finish("given up", walk);
      return;
    }
    this.pass(resetting);
    this.restarts += 1;
    this.decision = undefined;
  }

  private finish(ending: FormulaResult, walk: WalkSat): void {
    if (ending === "solved") {
      this.trace.end(this.had, walk.unsatisfied);
      this.observe({ kind: "completed", time: walk.flips, reward: 1 });
      this.solved += 1;
      this.solvedAt.push(this.clock);
    }
    this.events.ended(this.at, ending, this.had, walk.model);
    this.decision = undefined;
    this.walk = undefined;
    this.at += 1;
  }

  private observe(outcome: Outcome): void {
    this.policy!.observe({ ...this.decision!, task: this.at }, outcome);
    this.events.tried(this.at, outcome.time, outcome.kind === "completed");
  }

  private newPolicy(formula: Formula): Policy {
    const { learner, seed } = this.setting;
    const arms = [{ name: "walk", resetting: measuredResetting }];
    if (this.name !== "learned") return makePolicy(this.name, { arms, seed, mode: "retry" });
    const firstCutoff = Math.max(LEAST_FIRST_CUTOFF, Math.round(FIRST_CUTOFF * clauseCount(formula)));
    return makePolicy(learner, { arms, seed, firstCutoff, cutoffs: autoCutoffs(1), mode: "retry" });
  }

  private lubyBase(formula: Formula): number {
    return Math.max(1, Math.round(this.setting.base * clauseCount(formula)));
  }

  private budgetFor(formula: Formula): number {
    return Math.max(1, Math.round(this.setting.budget * clauseCount(formula)));
  }
}

/** The cost of a restart in whole flips. It is counted, or restarting often would look better than it is. */
export function restartCost(formula: Formula): number {
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
