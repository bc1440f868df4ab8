import { countUpTo, latticeCell, latticeEdge } from "../../problem/lattice.ts";
import type { Decision, Outcome } from "../../problem/outcome.ts";
import { savedArms, savedNumber, savedNumbers, savedRecord } from "../definition/saved-state.ts";
import type { Range } from "./focused-arm.ts";
import type { FocusedArms } from "./focused-arms.ts";

/**
 * The search for the scale of automatic cutoffs: from below, arm by arm, until the first completion of any of them
 * (`RungSearch`); later by the drawn curves, within reach of the observed times (`KnownReach`).
 */
export class ScaleSearch {
  private readonly learned: FocusedArms;
  private readonly rungs: readonly RungSearch[];
  private readonly reaches: readonly KnownReach[];
  private turn: number;

  constructor(policy: string, learned: FocusedArms, saved?: unknown) {
    const state = saved === undefined ? {} : savedRecord(policy, saved);
    const { arms, range } = learned;
    const none = arms.map(() => undefined);
    const [rungs, reaches] = [state.rungs ?? none, state.reaches ?? none].map((items) =>
      savedArms(policy, items, arms.length),
    );
    this.learned = learned;
    this.turn = savedNumber(policy, state.turn ?? 0, "turn");
    this.rungs = rungs.map((item) => new RungSearch(policy, range, item));
    this.reaches = reaches.map((item) => new KnownReach(policy, item));
  }

  /** The search while nothing has completed. */
  decide(): Decision {
    const arm = this.turn++ % this.rungs.length;
    return { arm, cutoff: this.rungs[arm].cutoff((cutoff) => this.learned.arms[arm].resetting.at(cutoff)) };
  }

  /** Returns how many of an arm's cutoffs may be chosen. */
  allowed(arm: number): number {
    return this.reaches[arm].count(this.learned.arms[arm].edges);
  }

  observe(arm: number, outcome: Outcome, spent: number): void {
    if (outcome.kind === "censored") this.rungs[arm].cut(outcome.time);
    this.reaches[arm].observe(outcome, spent);
    for (const reach of this.reaches) reach.pass(spent / this.reaches.length);
  }

  save(): unknown {
    return {
      turn: this.turn,
      rungs: this.rungs.map((rungs) => rungs.save()),
      reaches: this.reaches.map((reach) => reach.save()),
    };
  }
}

/**
 * Keeps one arm from spending its time where no trial has ever completed: cutoffs more than an octave beyond
 * the longest one are allowed only if trials that long have then had at most half of the time. A curve drawn
 * from few completions may promise much out there, and a single trial there may cost as much as all before it.
 *
 * The time is that of all arms, over their number. With the arm's own time, an arm that completed early at a very short
 * cutoff got only such cutoffs, which take no time: in one of 200 runs with rewards 0.05, 0.1 and 0.3 the best arm had
 * a two-hundredth of the time.
 */
export class KnownReach {
  /** The longest completion. */
  private longest: number;
  /** The time of all trials since the first completion, and of the arm's own that were cut beyond the reach. */
  private total: number;
  private beyond: number;

  constructor(policy: string, saved: unknown = [0, 0, 0]) {
    [this.longest, this.total, this.beyond] = savedNumbers(policy, saved, "reach", 3);
  }

  /** Returns how many of these cutoffs may be chosen. */
  count(edges: Float64Array): number {
    if (this.longest === 0) return edges.length;
    const spare = SHARE * this.total - this.beyond;
    return Math.max(1, countUpTo(edges, Math.max(2 * this.longest, spare)));
  }

  observe(outcome: Outcome, spent: number): void {
    if (outcome.kind === "completed") this.longest = Math.max(this.longest, outcome.time);
    if (this.longest === 0) return;
    if (outcome.kind === "censored" && outcome.time > 2 * this.longest) this.beyond += spent;
  }

  /** This arm's part of the time of a trial of any arm. */
  pass(time: number): void {
    if (this.longest > 0) this.total += time;
  }

  save(): number[] {
    return [this.longest, this.total, this.beyond];
  }
}

const SHARE = 0.5;

/**
 * Finds how long to wait while no trial has completed yet and no scale is known. Each rung is four times the one below,
 * and before it is taken those just below have had about half as much time as it would take. So a success that one
 * trial in many has is found near its own scale, and not at the price of a trial that takes the whole budget. Far below
 * they get less and less, since each of these trials must be started.
 *
 * Doubling after every failure, as a Thompson sample of the curve amounts to, spent the budget where one trial in a
 * hundred succeeds and the others never end: 2 of 30 runs earned nothing. Luby's sequence is safe too, but
 * comes from a millisecond to an hour only after a million starts.
 */
export class RungSearch {
  private readonly range: Range;
  /** For each rung, trials that were cut there or later and have not completed. */
  private readonly tried: number[];

  constructor(policy: string, range: Range, saved: unknown = []) {
    this.range = range;
    this.tried = savedNumbers(policy, saved, "rungs");
  }

  /**
   * Returns the cutoff of the first rung that was not tried often enough. A rung shorter than the resetting time is
   * left out: a trial there costs hardly less than one on a longer rung.
   */
  cutoff(resettingAt: (cutoff: number) => number = () => 0): number {
    const last = Math.ceil((this.range.last - this.range.first) / CELLS_A_RUNG);
    let first = 0;
    while (first < last && this.edge(first) < resettingAt(this.edge(first))) first += 1;
    for (let top = first; ; top++) {
      for (let rung = first; rung <= Math.min(top, last); rung++) {
        const wanted = wantedAt(top - rung);
        if ((this.tried[rung] ?? 0) < wanted) return this.edge(rung);
      }
      if (top > last + MAX_DOUBLINGS) return this.edge(last);
    }
  }

  /** Records a trial that was cut after this time. */
  cut(time: number): void {
    const rung = rungOf(this.range, time);
    while (this.tried.length <= rung) this.tried.push(0);
    if (rung >= 0) this.tried[rung] += 1;
  }

  save(): number[] {
    return [...this.tried];
  }

  private edge(rung: number): number {
    return edgeOf(this.range, rung);
  }
}

function edgeOf({ first, last }: Range, rung: number): number {
  return latticeEdge(Math.min(first + rung * CELLS_A_RUNG, last));
}

/** Returns the longest rung that a trial of this length outlived; −1 if none. */
function rungOf(range: Range, time: number): number {
  if (time < edgeOf(range, 0)) return -1;
  const rung = Math.floor((latticeCell(time) - range.first) / CELLS_A_RUNG);
  return edgeOf(range, rung) > time ? rung - 1 : rung;
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
