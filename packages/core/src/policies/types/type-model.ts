import { latticeEdge } from "../../problem/lattice.ts";
import type { TaskHistory } from "../../statistics/task-history.ts";
import { savedArms, savedNumbers, savedRecord } from "../definition/saved-state.ts";
import { fitWork, historyFrom, windowLength, windowStart } from "./cell-window.ts";
import {
  constantCount,
  constantHazard,
  constantOutlived,
  constantTypes,
  savedConstants,
  weightsWith,
} from "./constant-types.ts";
import { MAX_SHIFT, type TaskType, typeGrid } from "./type-grid.ts";
import { normalizeLogs, TypeLikelihoods } from "./type-likelihoods.ts";

/**
 * The model of the tasks: the probability of each type, and the shape of each arm as hazards λ_k of the cells (an
 * attempt that is in cell k ends in it with probability 1 − e^(−λ_k)). It is fitted by expectation and maximisation
 * (Dempster, Laird and Rubin 1977) to the histories of all tasks.
 */
export class TypeModel {
  /** The types of the grid, and after the first fit those of constant tasks. */
  types: readonly TaskType[];
  /** The probability of each type. */
  weights: Float64Array;
  private readonly arms: number;
  private readonly grid: readonly TaskType[];
  private readonly priors: Float64Array;
  /** The shape's first cell, and for each arm its hazards and their sums up to each cell. */
  private first = 0;
  private hazards: Float64Array[] = [];
  private sums: Float64Array[] = [];

  constructor(arms: number) {
    this.arms = arms;
    this.grid = typeGrid(arms);
    this.types = this.grid;
    this.priors = Float64Array.from(this.types, ({ prior }) => prior);
    this.weights = this.priors.slice();
  }

  /** Returns Λ, the total hazard of an attempt of this type and arm that outlived the cell. */
  outlived(type: number, arm: number, cell: number): number {
    const { shifts, hazards, constant } = this.types[type];
    if (constant !== undefined) return constantOutlived(constant.ends[arm], constant.hangs, cell);
    const place = cell - shifts[arm] - this.first + 1;
    if (place <= 0) return 0;
    const sums = this.sums[arm];
    return hazards[arm] * sums[Math.min(place, sums.length - 1)];
  }

  /** The first cell in which an attempt of this type and arm can end. */
  firstCell(type: number, arm: number): number {
    const { shifts, constant } = this.types[type];
    return constant === undefined ? this.first + shifts[arm] : constant.ends[arm] - 1;
  }

  /** Fits the model to all histories, starting from the last fit. */
  fit(given: Evidence): void {
    const { rounds, ...evidence } = this.inWindow(given);
    const { histories, unit, rates, from, to } = evidence;
    const constants = constantTypes(evidence, this.arms);
    this.weights = weightsWith(constants, this.weights, this.grid.length);
    this.types = [...this.grid, ...constants];
    this.reach(from - MAX_SHIFT - MARGIN, to + MAX_SHIFT + MARGIN, rates);
    const prior = rates.map((rate) => memoryless(rate, this.first, this.hazards[0].length));
    for (let round = 0; round < rounds; round++) {
      this.sumUp();
      this.maximise(this.expect(histories, unit), prior);
      this.limitConstants(evidence.mostConstant ?? 1);
    }
    this.sumUp();
  }

  /** The evidence that a fit uses, and its number of rounds (`cell-window.ts`). */
  private inWindow(evidence: Evidence): Evidence & { readonly rounds: number } {
    const from = windowStart(evidence.from, evidence.to, this.arms);
    const types = this.grid.length + constantCount(from, evidence.to);
    const { histories, rounds } = fitWork(evidence.histories, types);
    return { ...evidence, from, histories: histories.map((history) => historyFrom(history, from)), rounds };
  }

  /** Plain data: the first cell of the shapes, the weights of the types, the hazards of each arm. */
  save(): unknown {
    return {
      first: this.first,
      ...(this.types.length > this.grid.length
        ? { constantsFrom: [...this.types[this.grid.length].constant!.ends] }
        : {}),
      weights: Array.from(this.weights),
      hazards: this.hazards.map((hazards) => Array.from(hazards)),
    };
  }

  load(policy: string, saved: unknown): void {
    const state = savedRecord(policy, saved);
    const weights = savedNumbers(policy, state.weights, "weights");
    const [first] = savedNumbers(policy, [state.first], "first");
    const [shape, ...others] = savedArms(policy, state.hazards, this.arms);
    const { length } = savedNumbers(policy, shape, "hazards");
    if (!(Number.isInteger(first) && length > 0 && length <= MAX_LENGTH)) {
      throw new RangeError(`${policy}: the saved hazards must be those of 1 to ${MAX_LENGTH} cells`);
    }
    const hazards = [shape, ...others].map((item) => savedNumbers(policy, item, "hazards", length));
    if (
      !(weights.some((weight) => weight > 0) && [weights, ...hazards].flat().every((value) => value >= 0))
    ) {
      throw new RangeError(`${policy}: the saved weights and hazards must not be below 0, nor all weights 0`);
    }
    const constants = savedConstants(
      policy,
      state.constantsFrom,
      weights.length - this.grid.length,
      this.arms,
    );
    this.types = [...this.grid, ...constants];
    this.weights = Float64Array.from(weights);
    this.first = first;
    this.hazards = hazards.map((item) => Float64Array.from(item));
    this.sums = this.hazards.map(() => new Float64Array(length + 1));
    this.sumUp();
  }

  /** λ: the hazard that an attempt of this type and arm has in the cell. */
  hazardAt(type: number, arm: number, cell: number): number {
    const { shifts, hazards, constant } = this.types[type];
    if (constant !== undefined) return constantHazard(constant.ends[arm], constant.hangs, cell);
    const place = cell - shifts[arm] - this.first;
    const shape = this.hazards[arm];
    return hazards[arm] * shape[Math.max(0, Math.min(place, shape.length - 1))];
  }

  /** The types that each task probably has, and what its attempts then say of the shape. */
  private expect(histories: readonly TaskHistory[], unit: number): Expected {
    const count = this.types.length;
    const length = this.hazards[0].length;
    const columns = () => Array.from({ length: this.arms }, () => new Float64Array(length));
    const expected: Expected = {
      tasks: new Float64Array(count),
      total: 0,
      ends: columns(),
      outlived: columns(),
    };
    const shares = new Float64Array(count);
    const logWeights = this.weights.map(Math.log);
    const likelihoods = new TypeLikelihoods(this, this.arms);
    for (const history of histories) {
      shares.fill(0);
      likelihoods.add(history, shares);
      for (let type = 0; type < count; type++) shares[type] += logWeights[type];
      normalizeLogs(shares);
      const weight = history.weight / unit;
      expected.total += weight;
      for (let type = 0; type < count; type++) {
        if (shares[type] > NEGLIGIBLE) this.count(expected, type, shares[type] * weight, history);
      }
    }
    return expected;
  }

  /** Enters a task, with the weight that it has as one of this type. */
  private count(expected: Expected, type: number, weight: number, history: TaskHistory): void {
    const { shifts, hazards, constant } = this.types[type];
    const { arms, cells, counts, solvedArm, solvedCell } = history;
    expected.tasks[type] += weight;
    if (constant !== undefined) return;
    for (let i = 0; i < arms.length; i++) {
      const arm = arms[i];
      const outlived = expected.outlived[arm];
      const place = Math.min(outlived.length - 1, cells[i] - shifts[arm] - this.first);
      if (place >= 0) outlived[place] += weight * hazards[arm] * counts[i];
    }
    if (solvedArm < 0) return;
    const place = solvedCell - shifts[solvedArm] - this.first;
    if (place < 1 || place >= this.hazards[solvedArm].length) return;
    const outlived = expected.outlived[solvedArm];
    const factor = hazards[solvedArm];
    expected.ends[solvedArm][place] += weight;
    // It lived through a part of the cell in which it ended: 1/h − 1/(e^h − 1), a half if h is small.
    const hazard = factor * this.hazards[solvedArm][place];
    const part = hazard < 1e-4 ? 0.5 - hazard / 12 : 1 / hazard - 1 / Math.expm1(hazard);
    outlived[place] += weight * factor * part;
    outlived[place - 1] += weight * factor * (1 - part);
  }

  private maximise({ tasks, total, ends, outlived }: Expected, prior: readonly Float64Array[]): void {
    const first = this.grid.length;
    const constants = this.types.slice(first);
    const priors = weightsWith(constants, this.priors, first);
    const counts = weightsWith(constants, tasks, first);
    priors.forEach((prior, type) => {
      this.weights[type] = (PRIOR_TASKS * prior + counts[type]) / (PRIOR_TASKS + total);
    });
    this.hazards.forEach((hazards, arm) => {
      let exposure = 0;
      for (let place = hazards.length - 1; place >= 0; place--) {
        exposure += outlived[arm][place];
        hazards[place] = (prior[arm][place] + ends[arm][place]) / (1 + exposure);
      }
    });
  }

  /** Limits the weight of the types of constant tasks to this share of all. */
  private limitConstants(most: number): void {
    const { weights } = this;
    const first = this.grid.length;
    const share = weights.subarray(first).reduce((sum, weight) => sum + weight, 0);
    if (share <= most) return;
    for (let type = 0; type < weights.length; type++) {
      weights[type] *= type < first ? (1 - most) / (1 - share) : most / share;
    }
  }

  /** Makes room for the cells from one to another; new ones are memoryless. */
  private reach(from: number, to: number, rates: readonly number[]): void {
    const known = this.hazards;
    const before = this.first;
    const length = known[0]?.length ?? 0;
    const end = length === 0 ? to + 1 : Math.max(to + 1, before + length);
    const longest = windowLength(this.arms) + 2 * (MAX_SHIFT + MARGIN) + 1;
    const first = Math.max(length === 0 ? from : Math.min(from, before), end - longest);
    if (length > 0 && first === before && end === before + length) return;
    this.first = first;
    this.hazards = rates.map(() => new Float64Array(end - this.first));
    this.sums = rates.map(() => new Float64Array(end - this.first + 1));
    this.hazards.forEach((hazards, arm) => {
      hazards.set(memoryless(rates[arm], this.first, hazards.length));
      // Cells before the window are dropped.
      const dropped = Math.max(0, first - before);
      if (dropped < length) hazards.set(known[arm].subarray(dropped), Math.max(0, before - first));
    });
  }

  private sumUp(): void {
    this.hazards.forEach((hazards, arm) => {
      const sums = this.sums[arm];
      for (let place = 0; place < hazards.length; place++) sums[place + 1] = sums[place] + hazards[place];
    });
  }
}

/** The data from which a model learns. */
interface Evidence {
  readonly histories: readonly TaskHistory[];
  /** The weight of one task. */
  readonly unit: number;
  /** The successes of each arm per unit of time. Without data, its attempts are memoryless with this rate. */
  readonly rates: readonly number[];
  /** The first and the last cell with observations. */
  readonly from: number;
  readonly to: number;
  /** The largest share that constant tasks may have: if attempts hang, both kinds of types explain the observations. */
  readonly mostConstant?: number;
}

/** The expected counts of the tasks, each as the types that it probably has. */
interface Expected {
  /** By type. */
  readonly tasks: Float64Array;
  total: number;
  /** By arm and cell of the shape: successes, and attempts that outlived just this cell, times z. */
  readonly ends: readonly Float64Array[];
  readonly outlived: readonly Float64Array[];
}

/**
 * The number of tasks for which the prior of the types counts; with two, sets of similar tasks cost a few percent more.
 */
const PRIOR_TASKS = 1;
const NEGLIGIBLE = 1e-9;
const MAX_LENGTH = 10_000;
/** The number of cells on either side of the observations and their shifts. */
const MARGIN = 6;

/** Hazards of attempts that end at this rate, whatever their age. */
function memoryless(rate: number, first: number, length: number): Float64Array {
  return Float64Array.from({ length }, (_, place) => {
    const cell = first + place;
    return Math.min(MAX_PRIOR_HAZARD, rate * (latticeEdge(cell) - latticeEdge(cell - 1)));
  });
}

/** A limit, since beyond the mean cells are so long that a memoryless attempt would hardly outlive one. */
const MAX_PRIOR_HAZARD = 0.5;
