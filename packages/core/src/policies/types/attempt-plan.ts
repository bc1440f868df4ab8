import { latticeEdge } from "../../problem/lattice.ts";
import { lubyMultiplier } from "../../problem/schedule.ts";
import { type AttemptTables, likelyTypes, narrowed } from "./attempt-tables.ts";

/** The next attempt at a task, and those after it if it fails. */
export interface AttemptPlan {
  readonly attempts: readonly PlannedCutoff[];
  /** The time until the task is done, from the first of these attempts on, by type. */
  readonly remaining: Float64Array;
}

export interface PlannedCutoff {
  readonly arm: number;
  readonly cell: number;
}

/**
 * Returns the attempts that take the least time to solve a task whose types have the probabilities `beliefs`,
 *   Σ_k Σ_i p_i · Π_{j<k} S_i(c_j) · E_i[min(X, c_k)],
 * with Luby's sequence on its best base as the tail. It starts from the best constant cutoff or Luby's own sequence and
 * makes two sweeps backwards, each attempt given the others; a third sweep would change nothing. Among cutoffs that are
 * hardly worse the longest is taken: an attempt shows all that a shorter one would.
 *
 * `longest` is for each arm the last cell that it may be given. Greedy, by the largest rate under the beliefs, was
 * worse where tasks differ by scale.
 */
export function planAttempts(
  tables: AttemptTables,
  beliefs: Float64Array,
  longest: readonly number[],
): AttemptPlan {
  const likely = likelyTypes(beliefs);
  const own = planFor(
    narrowed(tables, likely, Math.max(...longest)),
    Float64Array.from(likely, (type) => beliefs[type]),
    longest,
  );
  const remaining = new Float64Array(tables.types);
  likely.forEach((type, place) => {
    remaining[type] = own.remaining[place];
  });
  return { attempts: own.attempts, remaining };
}

function planFor(tables: AttemptTables, beliefs: Float64Array, longest: readonly number[]): AttemptPlan {
  const attempts = firstGuess(tables, beliefs, longest);
  const alive = Array.from({ length: PLAN_LENGTH + 1 }, () => new Float64Array(tables.types));
  const remaining = new Float64Array(tables.types);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    alive[0].set(beliefs);
    attempts.forEach(({ arm, cell }, place) => {
      const row = rowOf(tables, cell);
      const survival = tables.survival[arm];
      for (let i = 0; i < tables.types; i++) alive[place + 1][i] = alive[place][i] * survival[row + i];
    });
    remaining.set(bestTail(tables, alive[PLAN_LENGTH], longest).times);
    for (let place = PLAN_LENGTH - 1; place >= 0; place--) {
      const { arm, cell } = bestAttempt(tables, alive[place], remaining, longest);
      attempts[place] = { arm, cell };
      const row = rowOf(tables, cell);
      for (let i = 0; i < tables.types; i++) {
        remaining[i] =
          tables.usage[arm][row + i] + tables.survival[arm][row + i] * (tables.restart + remaining[i]);
      }
    }
  }
  putSoonestFirst(tables, beliefs, attempts);
  return { attempts, remaining };
}

/**
 * Swaps neighbours as long as that saves time. The sweeps change one attempt at a time, so a rare long attempt among
 * many short ones stays where it was found, at the end, and the plan is replaced before its end is reached.
 */
function putSoonestFirst(tables: AttemptTables, beliefs: Float64Array, attempts: PlannedCutoff[]): void {
  const alive = new Float64Array(tables.types);
  for (let swaps = 1, pass = 0; swaps > 0 && pass < PLAN_LENGTH; pass++) {
    swaps = 0;
    alive.set(beliefs);
    for (let place = 0; place + 1 < PLAN_LENGTH; place++) {
      const [a, b] = [attempts[place], attempts[place + 1]];
      if ((a.cell !== b.cell || a.arm !== b.arm) && isSoonerAfter(tables, alive, a, b)) {
        [attempts[place], attempts[place + 1]] = [b, a];
        swaps += 1;
      }
      const { arm, cell } = attempts[place];
      const [row, survival] = [rowOf(tables, cell), tables.survival[arm]];
      for (let i = 0; i < tables.types; i++) alive[i] *= survival[row + i];
    }
  }
}

/** Returns true if b and then a takes less time than a and then b. Both end the same tasks. */
function isSoonerAfter(
  tables: AttemptTables,
  alive: Float64Array,
  a: PlannedCutoff,
  b: PlannedCutoff,
): boolean {
  const [rowA, rowB] = [rowOf(tables, a.cell), rowOf(tables, b.cell)];
  const [survivalA, usageA] = [tables.survival[a.arm], tables.usage[a.arm]];
  const [survivalB, usageB] = [tables.survival[b.arm], tables.usage[b.arm]];
  const { restart } = tables;
  let saved = 0;
  for (let i = 0; i < tables.types; i++) {
    const first = usageA[rowA + i] + survivalA[rowA + i] * (restart + usageB[rowB + i]);
    const second = usageB[rowB + i] + survivalB[rowB + i] * (restart + usageA[rowA + i]);
    saved += alive[i] * (first - second);
  }
  return saved > 0;
}

function rowOf({ firstCell, types }: AttemptTables, cell: number): number {
  return (cell - firstCell) * types;
}

/** Returns Luby's sequence, or one constant cutoff, whichever takes less. */
function firstGuess(
  tables: AttemptTables,
  beliefs: Float64Array,
  longest: readonly number[],
): PlannedCutoff[] {
  const tail = bestTail(tables, beliefs, longest);
  let least = tail.cost;
  let constant: PlannedCutoff | undefined;
  eachChoice(tables, longest, (arm, cell) => {
    const row = rowOf(tables, cell);
    let cost = 0;
    for (let i = 0; i < tables.types; i++) {
      if (beliefs[i] < NEGLIGIBLE) continue;
      const alive = tables.survival[arm][row + i];
      const each = tables.usage[arm][row + i] + tables.restart * alive;
      // To the power of 16, the length of a plan; `**` takes ten times as long.
      const fourth = alive * alive * (alive * alive);
      const left = fourth * fourth * (fourth * fourth);
      const tries = alive < 1 - 1e-12 ? (1 - left) / (1 - alive) : PLAN_LENGTH;
      cost += beliefs[i] * (each * tries + left * tail.times[i]);
    }
    if (cost < least) {
      least = cost;
      constant = { arm, cell };
    }
  });
  return Array.from({ length: PLAN_LENGTH }, (_, place) => {
    if (constant !== undefined) return constant;
    const cell = tail.cell + CELLS_PER_DOUBLING * Math.log2(lubyMultiplier(place + 1));
    return { arm: tail.arm, cell: Math.min(longest[tail.arm], cell) };
  });
}

/** Returns the base of Luby's sequence that takes the least time, with the time for each type. */
function bestTail(tables: AttemptTables, beliefs: Float64Array, longest: readonly number[]) {
  let best = { arm: 0, cell: tables.firstCell, cost: Infinity };
  eachChoice(tables, longest, (arm, cell) => {
    const row = rowOf(tables, cell);
    const times = tables.luby[arm];
    let cost = 0;
    for (let i = 0; i < tables.types; i++) cost += beliefs[i] * times[row + i];
    if (cost < best.cost) best = { arm, cell, cost };
  });
  const row = rowOf(tables, best.cell);
  return { ...best, times: tables.luby[best.arm].subarray(row, row + tables.types) };
}

/**
 * Returns the attempt that takes the least time together with those that follow, or a longer one that is hardly worse.
 */
function bestAttempt(
  tables: AttemptTables,
  alive: Float64Array,
  remaining: Float64Array,
  longest: readonly number[],
): PlannedCutoff {
  const { types, restart } = tables;
  const after = new Float64Array(types);
  for (let i = 0; i < types; i++) after[i] = alive[i] * (restart + remaining[i]);
  const costs = longest.map(() => [] as number[]);
  const times = longest.map(() => [] as number[]);
  let [least, best] = [Infinity, 0];
  eachChoice(tables, longest, (arm, cell) => {
    const row = rowOf(tables, cell);
    const survival = tables.survival[arm];
    const usage = tables.usage[arm];
    let time = 0;
    let cost = 0;
    for (let i = 0; i < types; i++) {
      time += alive[i] * usage[row + i];
      cost += after[i] * survival[row + i];
    }
    cost += time;
    times[arm].push(time);
    costs[arm].push(cost);
    if (cost < least) [least, best] = [cost, arm];
  });
  // The tolerance is a share of this attempt's own time; as a share of the whole plan it would be lost at every attempt.
  const place = costs[best].findLastIndex((cost, at) => cost <= least + TOLERANCE * times[best][at]);
  return { arm: best, cell: tables.firstCell + place };
}

/** Returns the attempt with the largest chance of success for its time, again and again. */
export function quickestAttempts(
  tables: AttemptTables,
  beliefs: Float64Array,
  longest: readonly number[],
): PlannedCutoff[] {
  let best = { arm: 0, cell: tables.firstCell };
  let most = -1;
  eachChoice(tables, longest, (arm, cell) => {
    const row = rowOf(tables, cell);
    let [ends, time] = [0, 0];
    for (let i = 0; i < tables.types; i++) {
      ends += beliefs[i] * (1 - tables.survival[arm][row + i]);
      time += beliefs[i] * (tables.usage[arm][row + i] + tables.restart * tables.survival[arm][row + i]);
    }
    if (ends > most * time) [most, best] = [ends / time, { arm, cell }];
  });
  return Array.from({ length: PLAN_LENGTH }, () => best);
}

function eachChoice(
  { firstCell }: AttemptTables,
  longest: readonly number[],
  visit: (arm: number, cell: number) => void,
): void {
  longest.forEach((last, arm) => {
    for (let cell = firstCell; cell <= last; cell++) visit(arm, cell);
  });
}

/**
 * Returns when to cut an attempt that has lived through `elapsed`, which is in `cell`: the end of that cell or a later
 * one, or undefined for at once. It goes on as long as that takes less time than to start afresh with `plan`.
 */
export function cellToWaitFor(
  tables: AttemptTables,
  beliefs: Float64Array,
  { remaining }: AttemptPlan,
  attempt: { readonly arm: number; readonly outlived: number | undefined; readonly longest: number },
): number | undefined {
  const { restart, types, firstCell } = tables;
  const { arm, outlived, longest } = attempt;
  const [survival, usage] = [tables.survival[arm], tables.usage[arm]];
  const known = outlived !== undefined && outlived >= firstCell;
  const now = known ? rowOf(tables, outlived) : 0;
  const before = outlived === undefined || known ? 0 : latticeEdge(outlived);
  let least = Infinity;
  if (outlived !== undefined) {
    least = 0;
    for (let i = 0; i < types; i++) least += beliefs[i] * (restart + remaining[i]);
  }
  let chosen: number | undefined;
  for (let cell = Math.max(firstCell, (outlived ?? firstCell - 1) + 1); cell <= longest; cell++) {
    const row = rowOf(tables, cell);
    let cost = 0;
    for (let i = 0; i < types; i++) {
      const alive = known ? survival[now + i] : 1;
      if (beliefs[i] < NEGLIGIBLE || alive < Number.MIN_VALUE) continue;
      const wait = usage[row + i] - (known ? usage[now + i] : before);
      cost += (beliefs[i] * (wait + survival[row + i] * (restart + remaining[i]))) / alive;
    }
    if (cost >= least * (1 + TOLERANCE)) continue;
    chosen = cell;
    least = Math.min(least, cost);
  }
  return chosen;
}

export const PLAN_LENGTH = 16;
const SWEEPS = 2;
const CELLS_PER_DOUBLING = 3;
/** The share of its time that an attempt may lose for a longer cutoff. */
const TOLERANCE = 0.005;
const NEGLIGIBLE = 1e-6;
