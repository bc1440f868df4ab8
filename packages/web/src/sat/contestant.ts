import { ruleFor } from "./rule-for.ts";
import type { SatSetting } from "./setting.ts";
import { Trace } from "./trace.ts";
import { type Decision, type Outcome, makePolicy, type Policy } from "@mulligan/core";
import { autoCutoffs, measuredResetting } from "@mulligan/core/problem";
import { stream } from "@mulligan/core/random";
import { type Assignment, clauseCount, type Formula, type Heuristic, type WalkSat, walkSat } from "@mulligan/sat";
import { restartFlips } from "mulligan/sat";

/** Who is compared, in the order of the lines. */
export const CONTESTANTS = ["learned", "luby", "never"] as const;

export type ContestantName = (typeof CONTESTANTS)[number];

/** What became of a formula. */
export type Ending = "solved" | "given up";

/** Told of what happens, as it happens. */
export interface Happenings {
  /** A try ended; `time` in flips. */
  tried(formula: number, time: number, completed: boolean): void;
  ended(formula: number, ending: Ending, flips: number, model: Assignment | undefined): void;
}

/** A policy that is told nothing begins with 200 flips, which is half a flip for each clause of the usual formulas. */
const FIRST_CUTOFF = 0.5;
const LEAST_FIRST_CUTOFF = 200;

/**
 * One way to restart, on its way through the formulas: each is tried until it is solved or its budget is spent. It
 * walks as far as it is told and stops anywhere; what it does depends on the seed alone, not on where it was stopped.
 */
export class Contestant {
  readonly name: ContestantName;
  /** Flips so far, with what restarts took. */
  clock = 0;
  flips = 0;
  restarts = 0;
  solved = 0;
  /** The clock at every formula that was solved. */
  readonly solvedAt: number[] = [];
  /** Of the formula that was given last, which has this place. */
  trace = new Trace();
  traced = 0;
  private readonly setting: SatSetting;
  private readonly happenings: Happenings;
  private readonly count: number;
  private policy: Policy | undefined;
  private walk: WalkSat | undefined;
  private walked: { readonly heuristic: Heuristic; readonly walk: WalkSat } | undefined;
  private at = 0;
  private attempt = 0;
  private decision: Decision | undefined;
  private had = 0;

  constructor(name: ContestantName, count: number, setting: SatSetting, happenings: Happenings) {
    this.name = name;
    this.count = count;
    this.setting = setting;
    this.happenings = happenings;
  }

  get over(): boolean {
    return this.at >= this.count;
  }

  /** The formula at hand, from 0. */
  get formula(): number {
    return this.at;
  }

  /** Where the try at hand will be cut; undefined between tries. */
  get cutoff(): number | undefined {
    return this.decision?.cutoff;
  }

  /** The formula that it must be given before it can go on. */
  get needs(): number | undefined {
    return this.over || this.walk !== undefined ? undefined : this.at;
  }

  give(formula: Formula): void {
    this.policy ??= this.newPolicy(formula);
    const rule = ruleFor(formula, this.setting);
    // A walk keeps its memory, and its settings: another rule needs another one.
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

  /** The formula at hand cannot be walked. */
  skip(): void {
    this.at += 1;
  }

  /** Walks until the clock shows `until`, or a formula is needed. A restart may take it a little further. */
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
    // The first try at a formula is the same walk for all contestants, so that luck favours nobody.
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

  private finish(ending: Ending, walk: WalkSat): void {
    if (ending === "solved") {
      this.trace.end(this.had, walk.unsatisfied);
      this.observe({ kind: "completed", time: walk.flips, reward: 1 });
      this.solved += 1;
      this.solvedAt.push(this.clock);
    }
    this.happenings.ended(this.at, ending, this.had, walk.model);
    this.decision = undefined;
    this.walk = undefined;
    this.at += 1;
  }

  private observe(outcome: Outcome): void {
    this.policy!.observe({ ...this.decision!, task: this.at }, outcome);
    this.happenings.tried(this.at, outcome.time, outcome.kind === "completed");
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

/** Whole flips, as all others. What a restart takes is counted, or to begin anew all the time would look better than it is. */
export function restartCost(formula: Formula): number {
  return Math.round(restartFlips(formula));
}
