/**
 * The observations of one task, on the cells of the lattice: how often an attempt with each arm outlived which cell
 * without a success, and the cell of the success, if there was one. They are stored in columns, since they are read far
 * more often than written.
 */
export class TaskHistory {
  /** The failures: arm, last cell that was outlived, and count. */
  readonly arms: number[] = [];
  readonly cells: number[] = [];
  readonly counts: number[] = [];
  /** The cell of the success; -1 if there is none. */
  solvedArm = -1;
  solvedCell = 0;
  /** The number of tasks with this history. */
  weight = 1;

  fail(arm: number, cell: number): void {
    for (let place = 0; place < this.arms.length; place++) {
      if (this.arms[place] === arm && this.cells[place] === cell) {
        this.counts[place] += 1;
        return;
      }
    }
    this.arms.push(arm);
    this.cells.push(cell);
    this.counts.push(1);
  }

  solve(arm: number, cell: number): void {
    this.solvedArm = arm;
    this.solvedCell = cell;
  }

  /** Returns a text that is the same for tasks with the same observations, in any order of failures. */
  get key(): string {
    const failures = this.arms.map((arm, place) => `${arm}:${this.cells[place]}:${this.counts[place]}`);
    return `${failures.sort().join()}>${this.solvedArm}:${this.solvedCell}`;
  }

  /** Plain data: weight, arm and cell of the success, then three numbers for each kind of failure. */
  save(): number[] {
    const failures = this.arms.flatMap((arm, place) => [arm, this.cells[place], this.counts[place]]);
    return [this.weight, this.solvedArm, this.solvedCell, ...failures];
  }
}

/** Reads a history from the result of `save`. Its numbers may come from an edited file. */
export function loadHistory(saved: readonly number[], arms: number): TaskHistory {
  const [weight, solvedArm, solvedCell, ...failures] = saved;
  const isArm = (value: number) => Number.isInteger(value) && value >= 0 && value < arms;
  const isCell = (value: number) => Number.isInteger(value) && Math.abs(value) <= MAX_CELL;
  const sound =
    saved.length >= 3 &&
    failures.length % 3 === 0 &&
    weight > 0 &&
    weight < Infinity &&
    (solvedArm === -1 || isArm(solvedArm)) &&
    isCell(solvedCell) &&
    failures.every((value, place) => [isArm, isCell, isCount][place % 3](value));
  if (!sound) throw new TypeError(`a saved task must be a history of ${arms} arms, got ${brief(saved)}`);
  const history = new TaskHistory();
  history.weight = weight;
  history.solve(solvedArm, solvedCell);
  for (let place = 0; place < failures.length; place += 3) {
    history.arms.push(failures[place]);
    history.cells.push(failures[place + 1]);
    history.counts.push(failures[place + 2]);
  }
  return history;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}

function brief(saved: readonly number[]): string {
  return JSON.stringify(saved).slice(0, 100);
}

/** Times from 10⁻³⁰⁰ to 10³⁰⁰. */
export const MAX_CELL = 3_000;

/**
 * The observations of tasks that are over. Tasks with equal histories share one, with a weight; a policy tries most
 * tasks in the same way, so there are few. Histories add up: merging is exact, and forgetting is scaling.
 */
export class TaskHistories {
  private readonly byKey = new Map<string, TaskHistory>();
  /** The result of `solvedCells`, by arm. It is kept up to date, since every decision needs it. */
  private solved: [cell: number, weight: number][][] = [];

  add(history: TaskHistory, weight = history.weight): void {
    const { key, solvedArm, solvedCell } = history;
    if (this.solved[solvedArm] !== undefined) addToCell(this.solved[solvedArm], solvedCell, weight);
    const known = this.byKey.get(key);
    if (known !== undefined) {
      known.weight += weight;
      return;
    }
    const own = new TaskHistory();
    own.arms.push(...history.arms);
    own.cells.push(...history.cells);
    own.counts.push(...history.counts);
    own.solve(solvedArm, solvedCell);
    own.weight = weight;
    this.byKey.set(key, own);
    if (this.byKey.size > MAX_HISTORIES) this.thin();
  }

  merge(other: TaskHistories): void {
    for (const history of other.all()) this.add(history);
  }

  /** Histories with next to no weight are forgotten, since weights would fall to 0. */
  scale(factor: number): void {
    this.solved = [];
    for (const [key, history] of this.byKey) {
      history.weight *= factor;
      if (history.weight < NEGLIGIBLE) this.byKey.delete(key);
    }
  }

  all(): Iterable<TaskHistory> {
    return this.byKey.values();
  }

  /** The cells in which attempts with an arm succeeded, with their weights, the longest first. */
  solvedCells(arm: number): SolvedCells {
    let cells = this.solved[arm];
    if (cells === undefined) {
      cells = this.solved[arm] = [];
      for (const { solvedArm, solvedCell, weight } of this.byKey.values()) {
        if (solvedArm === arm) addToCell(cells, solvedCell, weight);
      }
    }
    return cells;
  }

  save(): number[][] {
    return Array.from(this.byKey.values(), (history) => history.save());
  }

  load(saved: readonly (readonly number[])[], arms: number): void {
    for (const item of saved) this.add(loadHistory(item, arms));
  }

  /** Drops the quarter with the least weight, the oldest first, since a fit with thousands would take too long. */
  private thin(): void {
    const byWeight = [...this.byKey].sort(([, a], [, b]) => a.weight - b.weight);
    for (const [key] of byWeight.slice(0, MAX_HISTORIES / 4)) this.byKey.delete(key);
    this.solved = [];
  }
}

/** Cells with their weights, the longest first. */
export type SolvedCells = readonly (readonly [cell: number, weight: number])[];

function addToCell(cells: [cell: number, weight: number][], cell: number, weight: number): void {
  let place = 0;
  while (place < cells.length && cells[place][0] > cell) place += 1;
  if (cells[place]?.[0] === cell) cells[place][1] += weight;
  else cells.splice(place, 0, [cell, weight]);
}

const MAX_HISTORIES = 4_000;
const NEGLIGIBLE = 1e-12;
