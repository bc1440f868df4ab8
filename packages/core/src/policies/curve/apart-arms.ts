import type { Arm } from "../../problem/arm.ts";
import { cellOf } from "../../problem/lattice.ts";
import { type Decision, elapsed, type Outcome } from "../../problem/outcome.ts";
import { Forgetting } from "../../statistics/forgetting.ts";
import type { PolicySetup } from "../definition/policy.ts";
import { savedNumbers, savedRecord } from "../definition/saved-state.ts";
import { type CellArm, CellArms } from "./cell-arms.ts";

/**
 * Arms that forget apart. An arm in use forgets with its own trials; one that is idle, slowly, with those of
 * the others, so that it is tried again now and then at a cost that stays small however many arms there are.
 */
export class ApartArms {
  private readonly cells: CellArms;
  private readonly arms: readonly Arm[];
  /** For each arm its time and its reward so far, with the weights of the observations. */
  private readonly spent: number[];
  private readonly rewards: number[];
  /** The cell of each arm's shortest success; −1 before the first one. */
  private readonly lowest: number[];
  private readonly own: readonly Forgetting[];
  private readonly idleGrowth: number;

  constructor(policy: string, setup: PolicySetup, halfLife: number, saved?: unknown) {
    const { arms } = setup;
    const state = saved === undefined ? {} : savedRecord(policy, saved);
    const numbers = (name: string, initial: number) =>
      savedNumbers(policy, state[name] ?? arms.map(() => initial), name, arms.length);
    this.arms = arms;
    this.cells = new CellArms(policy, setup, arms, state.learned);
    this.spent = numbers("spent", 0);
    this.rewards = numbers("rewards", 0);
    this.lowest = numbers("lowest", -1);
    this.own = numbers("weights", 1).map((weight) =>
      Object.assign(new Forgetting(halfLife, Infinity), { weight }),
    );
    this.idleGrowth = 2 ** (1 / (IDLE * halfLife * arms.length));
  }

  get edges(): Float64Array {
    return this.cells.edges;
  }

  evidence(arm: number): CellArm {
    return this.cells.evidence(arm);
  }

  /** The reciprocal of what the arm's newest observation weighs. */
  unit(arm: number): number {
    return 1 / this.own[arm].weight;
  }

  /** A share of the mean time to a reward so far. */
  charge(arm: number, share: number): number {
    return (share * this.spent[arm]) / (this.own[arm].weight + this.rewards[arm]);
  }

  /** Where the cutoffs of an arm begin; one that never succeeded is given as long as the others need. */
  floor(arm: number): number {
    if (this.lowest[arm] >= 0) return this.lowest[arm];
    const known = this.lowest.filter((cell) => cell >= 0);
    return known.length > 0 ? Math.min(...known) : this.edges.length - 1;
  }

  observe({ arm, cutoff }: Decision, outcome: Outcome): void {
    for (let other = 0; other < this.arms.length; other++) {
      if (other !== arm) this.own[other].grow(this.idleGrowth, (factor) => this.scale(other, factor));
    }
    const time = elapsed(outcome, this.cells.arms[arm].resetting.at(cutoff));
    this.own[arm].pass(0, (factor) => this.scale(arm, factor));
    const { weight } = this.own[arm];
    this.cells.observe(arm, outcome, weight);
    this.spent[arm] += weight * time;
    if (outcome.kind !== "completed" || outcome.reward === 0) return;
    this.rewards[arm] += weight * outcome.reward;
    const cell = cellOf(this.edges, outcome.time);
    if (cell < this.edges.length && (this.lowest[arm] < 0 || cell < this.lowest[arm])) {
      this.lowest[arm] = cell;
    }
  }

  save(): unknown {
    return {
      learned: this.cells.save(),
      weights: this.own.map(({ weight }) => weight),
      spent: [...this.spent],
      rewards: [...this.rewards],
      lowest: [...this.lowest],
    };
  }

  private scale(arm: number, factor: number): void {
    this.cells.arms[arm].cells.scale(factor);
    this.spent[arm] *= factor;
    this.rewards[arm] *= factor;
  }
}

/** An idle arm's half-life, over the number of arms, in half-lives of an arm in use. */
const IDLE = 2.5;
