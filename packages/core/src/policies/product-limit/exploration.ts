import { countUpTo, latticeEdge } from "../../problem/lattice.ts";
import type { Decision, Outcome } from "../../problem/outcome.ts";
import { COMPLETED, FIELDS, LEFT, TIME } from "../../statistics/product-limit.ts";
import { savedArms, savedNumber, savedNumbers, savedRecord } from "../definition/saved-state.ts";
import type { CellArm, CellArms, Range } from "./cell-arms.ts";

/**
 * Which cutoffs a draw may choose, and which are played whatever the draws say. Both depend on how much of the time went
 * where; docs/explanation/km-ts-proof.md proves from them that the rate tends to the best.
 *
 * **Reach.** A curve drawn from few completions may promise much where none was ever seen, and a single trial there may
 * cost as much as all before it. So a cutoff c beyond twice the arm's longest completion may be chosen only if c is at most
 * half of the time less T_c, the time of the arm's trials that were cut at c or later. With one account for all cutoffs
 * beyond the reach the shortest of them spent it again and again: 2 of 1,100 runs never came to the best cutoff. The time is
 * that of all arms, over their number: with its own, an arm that completed early at a very short cutoff got only such
 * cutoffs, which take no time.
 *
 * **Floor.** With R rewards in the time T, the longest cutoff of the floor is C = T/R·(log R)/16. Each cutoff c up to C,
 * down to the shortest completion, should have had 12·(log₁₀ R)^1.25·min(8, √(C/c)) trials of at least c, over the number of arms,
 * on each arm. T/R is the time of a reward: waiting much longer for one cannot pay, so these are the cutoffs that may matter,
 * and all of them in the end. A trial at C costs less than half a reward at R = 1,000, so the floor costs about 2% of 1,000
 * rewards and 0.4% of 10,000. Draws alone may leave a good cutoff for very long: a draw is held for up to 30 trials, and
 * where early rewards are small, late ones are expected to be small.
 */
export class Exploration {
  private readonly learned: CellArms;
  /** For each arm and shared edge: the weight of the trials whose cutoff reached it last, and the time of those cut there. */
  private readonly given: number[][];
  private readonly cutTime: number[][];
  /** The time and the reward of all trials. */
  private total: number;
  private rewards: number;
  /** Decisions since the last of the floor, and the arm that is asked first. */
  private since: number;
  private turn: number;

  constructor(policy: string, learned: CellArms, saved?: unknown) {
    const state = saved === undefined ? {} : savedRecord(policy, saved);
    const none = learned.arms.map(() => []);
    const lists = (value: unknown, name: string) =>
      savedArms(policy, value ?? none, none.length).map((item) => savedNumbers(policy, item, name));
    this.learned = learned;
    this.given = lists(state.given, "given");
    this.cutTime = lists(state.cutTime, "cutTime");
    this.total = savedNumber(policy, state.total ?? 0, "total");
    this.rewards = savedNumber(policy, state.rewards ?? 0, "rewards");
    this.since = savedNumber(policy, state.since ?? 0, "since");
    this.turn = savedNumber(policy, state.turn ?? 0, "turn");
  }

  /** Records a trial and the time that it took. */
  observe({ arm, cutoff }: Decision, outcome: Outcome, spent: number, weight: number): void {
    this.total += spent;
    if (outcome.kind === "completed") this.rewards += outcome.reward;
    const given = outcome.kind === "completed" ? cutoff : outcome.time;
    const place = countUpTo(this.learned.edges, given) - 1;
    if (place < 0) return;
    this.given[arm][place] = (this.given[arm][place] ?? 0) + weight;
    if (outcome.kind === "censored") this.cutTime[arm][place] = (this.cutTime[arm][place] ?? 0) + spent;
  }

  /** Multiplies the weights of an arm's trials. */
  scale(arm: number, factor: number): void {
    this.given[arm] = this.given[arm].map((weight) => (weight ?? 0) * factor);
  }

  /** Returns how many of an arm's cells end at a cutoff that may be chosen, up to the last of them. */
  allowed(arm: number): number {
    const { edges, arms, range } = this.learned;
    const { cells } = arms[arm];
    if (range === undefined) return cells.edges.length;
    const half = (SHARE * this.total) / arms.length;
    let cut = 0;
    let place = edges.length - 1;
    for (; place > 0; place--) {
      cut += this.cutTime[arm][place] ?? 0;
      if (half - cut >= edges[place]) break;
    }
    return Math.max(1, countUpTo(cells.edges, Math.max(edges[place], 2 * longestTime(arms[arm]))));
  }

  /** Returns the decision that the floor demands, if there is one. */
  due(unit: number): Decision | undefined {
    this.since += 1;
    if (this.since < FLOOR_SPACING) return undefined;
    const { edges, arms } = this.learned;
    // R counts what is remembered, so that a policy that forgets explores on.
    const remembered = unit * arms.reduce((sum, { cells }) => sum + cells.rewards, 0);
    if (!(remembered > 1)) return undefined;
    const longest = (FLOOR_REACH * Math.log(remembered) * this.total) / this.rewards;
    const place = countUpTo(edges, longest) - 1;
    if (place < 0) return undefined;
    const least = (FLOOR_TRIALS * Math.log10(remembered) ** FLOOR_GROWTH) / arms.length;
    const shortest = Math.min(...arms.map((arm) => arm.shortest));
    for (let step = 0; step < arms.length; step++) {
      const arm = (this.turn + step) % arms.length;
      const given = this.given[arm];
      let sum = 0;
      for (let longer = given.length - 1; longer > place; longer--) sum += given[longer] ?? 0;
      for (let cell = place; cell >= 0 && edges[cell] >= shortest; cell--) {
        sum += given[cell] ?? 0;
        if (sum * unit >= least * Math.min(FLOOR_MORE, Math.sqrt(edges[place] / edges[cell]))) continue;
        this.since = 0;
        this.turn = arm + 1;
        return { arm, cutoff: edges[Math.min(place, cell + HALF)] };
      }
    }
    return undefined;
  }

  save(): unknown {
    const { given, cutTime, total, rewards, since, turn } = this;
    const dense = (lists: number[][]) => lists.map((list) => Array.from(list, (value) => value ?? 0));
    return { given: dense(given), cutTime: dense(cutTime), total, rewards, since, turn };
  }
}

/** The mean time of the completions in the last cell that has any; 0 if none has. */
function longestTime({ cells }: CellArm): number {
  const { rows } = cells;
  let row = rows.length - FIELDS;
  while (row >= 0 && !(rows[row + COMPLETED] > 0)) row -= FIELDS;
  return row < 0 ? 0 : rows[row + TIME] / rows[row + COMPLETED];
}

/** Of all time, what trials beyond the reach may take. */
const SHARE = 0.5;
/** Without the floor 1 of 8 runs on an atom of 29% that pays ten times what comes before it stayed at 55%. */
const FLOOR_REACH = 1 / 16;
const FLOOR_TRIALS = 12;
const FLOOR_MORE = 8;
/** Above 1, so that the errors of draws are rarer than any power of the trials (docs/explanation/km-ts-proof.md). */
const FLOOR_GROWTH = 1.25;
/** Three cells of the lattice are an octave. */
const HALF = 3;
/** Decisions between two of the floor, so that many at once are not all its. */
const FLOOR_SPACING = 8;

/**
 * How long to wait while no trial has completed yet and no scale is known. Each rung is four times the one below,
 * and before it is taken those just below have had about half as much time as it would take. So a success that one
 * trial in many has is found near its own scale, and not at the price of a trial that takes the whole budget. Far below
 * they get less and less, since each of these trials must be started. A rung shorter than the resetting time is
 * left out: a trial there costs hardly less than one on a longer rung.
 *
 * Doubling after every failure, as a Thompson sample of the curve amounts to, spent the budget where one trial in a
 * hundred succeeds and the others never end: 2 of 30 runs earned nothing. Luby's sequence is safe too, but
 * comes from a millisecond to an hour only after a million starts.
 */
export function rungCutoff({ cells, resetting }: CellArm, range: Range, unit: number): number {
  const edge = (rung: number) => latticeEdge(Math.min(range.first + rung * CELLS_A_RUNG, range.last));
  const last = Math.ceil((range.last - range.first) / CELLS_A_RUNG);
  const tried = (rung: number) => {
    let sum = 0;
    for (let cell = rung * CELLS_A_RUNG; cell < (rung + 1) * CELLS_A_RUNG; cell++) {
      sum += cells.rows[cell * FIELDS + LEFT] ?? 0;
    }
    return sum * unit;
  };
  let first = 0;
  while (first < last && edge(first) < resetting.at(edge(first))) first += 1;
  for (let top = first; ; top++) {
    for (let rung = first; rung <= Math.min(top, last); rung++) {
      if (tried(rung) < wantedAt(top - rung)) return edge(rung);
    }
    if (top > last + MAX_DOUBLINGS) return edge(last);
  }
}

/**
 * Returns how often a rung is tried before the one this far above it: half its time, and far below less and less of it.
 */
function wantedAt(distance: number): number {
  return Math.max(1, Math.min(4 ** distance / 2, Math.round(64 * 2 ** ((distance - 3) / 2))));
}

/** Each rung is four times the one below. */
const CELLS_A_RUNG = 6;
/** The doublings after the last rung, when all other cutoffs have had their trials and only the longest is left. */
const MAX_DOUBLINGS = 5;
