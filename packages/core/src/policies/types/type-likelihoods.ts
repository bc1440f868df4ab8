import type { TaskHistory } from "../../statistics/task-history.ts";

/** The hazards of all types, at one moment of a fit. */
interface TypeHazards {
  readonly types: readonly unknown[];
  /** Λ: the hazard that an attempt of this type and arm has behind it when it outlived the cell. */
  outlived(type: number, arm: number, cell: number): number;
  /** λ: the hazard that it has in the cell. */
  hazardAt(type: number, arm: number, cell: number): number;
}

/**
 * Computes the likelihood of a task's history, if the task were of each type:
 *   exp(−Σ Λ(cells outlived))·(1 − exp(−λ of the cell of the success)).
 * Thousands of tasks have some dozens of cells in common, so what a cell contributes is calculated once for all types.
 */
export class TypeLikelihoods {
  private readonly hazards: TypeHazards;
  /** By arm and cell: Λ of each type. */
  private readonly outlived: Map<number, Float64Array>[];
  /** By arm and cell: the logarithm of the chance of each type to end in the cell, when it is reached. */
  private readonly ended: Map<number, Float64Array>[];

  constructor(hazards: TypeHazards, arms: number) {
    this.hazards = hazards;
    this.outlived = Array.from({ length: arms }, () => new Map());
    this.ended = Array.from({ length: arms }, () => new Map());
  }

  /** Adds the logarithm of the likelihood of each type to its sum. */
  add({ arms, cells, counts, solvedArm, solvedCell }: TaskHistory, sums: Float64Array): void {
    for (let i = 0; i < arms.length; i++) addMultiple(sums, -counts[i], this.outlivedRow(arms[i], cells[i]));
    if (solvedArm < 0) return;
    addMultiple(sums, -1, this.outlivedRow(solvedArm, solvedCell - 1));
    addMultiple(sums, 1, this.endedRow(solvedArm, solvedCell));
  }

  private outlivedRow(arm: number, cell: number): Float64Array {
    let row = this.outlived[arm].get(cell);
    if (row === undefined) {
      row = new Float64Array(this.hazards.types.length);
      for (let type = 0; type < row.length; type++) row[type] = this.hazards.outlived(type, arm, cell);
      this.outlived[arm].set(cell, row);
    }
    return row;
  }

  private endedRow(arm: number, cell: number): Float64Array {
    let row = this.ended[arm].get(cell);
    if (row === undefined) {
      row = new Float64Array(this.hazards.types.length);
      for (let type = 0; type < row.length; type++) {
        row[type] = Math.log(-Math.expm1(-this.hazards.hazardAt(type, arm, cell)) + Number.MIN_VALUE);
      }
      this.ended[arm].set(cell, row);
    }
    return row;
  }
}

function addMultiple(sums: Float64Array, factor: number, row: Float64Array): void {
  for (let place = 0; place < sums.length; place++) sums[place] += factor * row[place];
}

/** Turns logarithms of shares, up to a constant, into shares that add up to 1, in place. */
export function normalizeLogs(shares: Float64Array): Float64Array {
  let largest = -Infinity;
  for (let i = 0; i < shares.length; i++) if (shares[i] > largest) largest = shares[i];
  let sum = 0;
  for (let i = 0; i < shares.length; i++) sum += shares[i] = Math.exp(shares[i] - largest);
  for (let i = 0; i < shares.length; i++) shares[i] /= sum;
  return shares;
}
