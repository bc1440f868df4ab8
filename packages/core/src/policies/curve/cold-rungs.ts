import { latticeCell, latticeEdge } from "../../problem/lattice.ts";
import { savedNumbers } from "../definition/saved-state.ts";
import type { Range } from "./focused-arm.ts";

/**
 * How long to wait while no trial has completed yet, and no scale is known. Each rung is four times the one below, and
 * before it is taken those just below have had about half as much time as it would take. So a success that one
 * trial in many has is found near its own scale, and not at the price of a trial that takes the whole budget. Far
 * below they get less and less, since somebody starts each of these trials.
 *
 * Doubling after every failure, as a Thompson sample of the curve amounts to, spent the budget where one trial in a
 * hundred succeeds and the others never end: 2 of 30 runs earned nothing. Luby's sequence is safe too, but
 * comes from a millisecond to an hour only after a million starts.
 */
export class ColdRungs {
  private readonly range: Range;
  /** For each rung, trials that were cut there or later and have not completed. */
  private readonly tried: number[];

  constructor(policy: string, range: Range, saved: unknown = []) {
    this.range = range;
    this.tried = savedNumbers(policy, saved, "rungs");
  }

  /**
   * The cutoff of the first rung that was not tried often enough. A rung shorter than the resetting time is left out: a
   * trial there costs hardly less than one on a longer rung.
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

  /** A trial ran this long and was cut. */
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

/** The longest rung that a trial of this length outlived; −1 if none. */
export function rungOf(range: Range, time: number): number {
  if (time < edgeOf(range, 0)) return -1;
  const rung = Math.floor((latticeCell(time) - range.first) / CELLS_A_RUNG);
  return edgeOf(range, rung) > time ? rung - 1 : rung;
}

/** How often a rung is tried before the one so far above it is: half its time, and far below less and less of it. */
function wantedAt(distance: number): number {
  return Math.max(1, Math.min(4 ** distance / 2, Math.round(64 * 2 ** ((distance - 3) / 2))));
}

/** Each rung is four times the one below. */
const CELLS_A_RUNG = 6;
/** Beyond the last rung all others have had their trials: only the longest cutoff is left to wait for. */
const MAX_DOUBLINGS = 5;
