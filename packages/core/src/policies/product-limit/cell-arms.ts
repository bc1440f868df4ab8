import type { Arm } from "../../problem/arm.ts";
import { latticeCell, latticeEdges } from "../../problem/lattice.ts";
import type { Outcome } from "../../problem/outcome.ts";
import { ProductLimit } from "../../statistics/product-limit.ts";
import { ResettingEstimate } from "../../statistics/resetting-estimate.ts";
import { cutoffList } from "../definition/cutoff-list.ts";
import type { PolicySetup } from "../definition/policy.ts";
import { savedArms, savedNumber, savedNumbers, savedRecord } from "../definition/saved-state.ts";

/**
 * The statistics of a policy on the product-limit curve: the cells of every arm, all on the same edges. With `auto`
 * cutoffs and no horizon the edges begin at the resolution and grow with the data: whenever a trial reaches the last
 * one, another octave is added, so there is always something longer to try.
 */
export class CellArms {
  edges: Float64Array;
  readonly arms: CellArm[];
  private readonly facts: readonly Arm[];
  private readonly firstCell: number;
  private readonly growing: boolean;

  constructor(policy: string, setup: PolicySetup, saved?: unknown) {
    const { arms, cutoffs, horizon } = setup;
    const state = saved === undefined ? {} : savedRecord(policy, saved);
    this.facts = arms;
    this.growing = cutoffs.kind === "auto" && horizon === undefined;
    this.firstCell = cutoffs.kind === "auto" ? latticeCell(cutoffs.resolution ?? RESOLUTION) : 0;
    const count = savedNumber(policy, state.cells ?? FIRST_CELLS, "cells");
    if (!(count <= MAX_CELLS))
      throw new RangeError(`${policy}: the saved cells must be at most ${MAX_CELLS}`);
    this.edges = this.growing
      ? latticeEdges(this.firstCell, this.firstCell + count - 1)
      : cutoffList(policy, setup);
    this.arms = arms.map(({ resetting }) => ({
      cells: new ProductLimit(this.edges),
      resetting: new ResettingEstimate(resetting, this.edges),
      atRisk: new Float64Array(this.edges.length),
    }));
    if (saved === undefined) return;
    savedArms(policy, state.arms, arms.length).forEach((item, arm) => {
      const { rows, resetting } = savedRecord(policy, item);
      const { cells, resetting: estimate } = this.arms[arm];
      cells.load(savedNumbers(policy, rows, "rows", cells.rows.length));
      estimate.load(savedNumbers(policy, resetting, "resetting", 3));
    });
  }

  observe(arm: number, outcome: Outcome, weight = 1): void {
    if (this.growing) this.growTo(outcome.time);
    this.arms[arm].cells.observe(outcome, weight);
    this.arms[arm].resetting.observe(outcome);
  }

  /** An arm with its n_j brought up to date. */
  evidence(arm: number): CellArm {
    const own = this.arms[arm];
    own.cells.atRisk(own.atRisk);
    return own;
  }

  /** Limits the weight of an arm's trials to this number. */
  forget(arm: number, trials: number): void {
    const { atRisk, cells } = this.evidence(arm);
    if (atRisk[0] > trials) cells.scale(trials / atRisk[0]);
  }

  scale(factor: number): void {
    for (const { cells } of this.arms) cells.scale(factor);
  }

  save(): unknown {
    return {
      ...(this.growing ? { cells: this.edges.length } : {}),
      arms: this.arms.map(({ cells, resetting }) => ({
        rows: Array.from(cells.rows),
        resetting: resetting.save(),
      })),
    };
  }

  private growTo(time: number): void {
    const { length } = this.edges;
    if (time < this.edges[length - 1] || length >= MAX_CELLS) return;
    // One octave beyond the longest trial.
    const count = Math.min(MAX_CELLS, latticeCell(time) - this.firstCell + 1 + OCTAVE);
    this.edges = latticeEdges(this.firstCell, this.firstCell + count - 1);
    this.arms.forEach((arm, place) => {
      arm.cells.extend(this.edges);
      arm.atRisk = new Float64Array(count);
      const resetting = new ResettingEstimate(this.facts[place].resetting, this.edges);
      resetting.load(arm.resetting.save());
      arm.resetting = resetting;
    });
  }
}

export interface CellArm {
  readonly cells: ProductLimit;
  resetting: ResettingEstimate;
  /** n_j, as of the last `evidence`. */
  atRisk: Float64Array;
}

/** A thousandth of a time unit: a microsecond for times in milliseconds. */
export const RESOLUTION = 1e-3;
export const OCTAVE = 3;
/** One decade to begin with. */
export const FIRST_CELLS = 10;
/** Sixty decades. */
export const MAX_CELLS = 600;
