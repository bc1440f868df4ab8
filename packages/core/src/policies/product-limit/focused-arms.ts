import { autoCells } from "../../problem/cutoffs.ts";
import { cellOf, FINE_CELLS, fineEdges, latticeCell } from "../../problem/lattice.ts";
import type { Outcome } from "../../problem/outcome.ts";
import { COMPLETED, FIELDS, LEFT, REWARD, TIME } from "../../statistics/product-limit.ts";
import type { PolicySetup } from "../definition/policy.ts";
import { savedArms, savedNumber, savedNumbers, savedRecord } from "../definition/saved-state.ts";
import { MAX_CELLS, RESOLUTION } from "./cell-arms.ts";
import { FocusedArm, type Range, type SavedFocusedArm, SPAN } from "./focused-arm.ts";

/** The arms of a policy with automatic cutoffs, each on edges of its own. */
export class FocusedArms {
  readonly arms: readonly FocusedArm[];
  readonly range: Range;

  constructor(policy: string, setup: PolicySetup, saved?: unknown) {
    this.range = rangeOf(setup);
    const states =
      saved === undefined
        ? undefined
        : savedArms(policy, savedRecord(policy, saved).arms, setup.arms.length).map((item) =>
            readArm(policy, savedRecord(policy, item), this.range.first),
          );
    this.arms = setup.arms.map((arm, place) => {
      const state = states?.[place];
      const own = new FocusedArm(arm, this.range, state?.cells);
      if (state !== undefined) own.load(state);
      return own;
    });
  }

  evidence(arm: number): FocusedArm {
    return this.arms[arm].evidence();
  }

  /**
   * Returns the first of an arm's useful cutoffs: at its shortest completion, or at that of all arms if it has none. A
   * longer trial shows all that a shorter one would, so nothing is lost below.
   */
  floor(arm: number): number {
    const { edges, shortest } = this.arms[arm];
    const least = shortest < Infinity ? shortest : Math.min(...this.arms.map((other) => other.shortest));
    return Math.min(cellOf(edges, least), edges.length - 1);
  }

  /** Returns the outcome as it was recorded. */
  observe(arm: number, outcome: Outcome, weight: number): Outcome {
    return this.arms[arm].observe(outcome, weight);
  }

  /** Limits the weight of an arm's trials to this number. */
  forget(arm: number, trials: number): void {
    const { atRisk } = this.evidence(arm);
    if (atRisk[0] > trials) this.arms[arm].scale(trials / atRisk[0]);
  }

  scale(factor: number): void {
    for (const arm of this.arms) arm.scale(factor);
  }

  save(): unknown {
    return { arms: this.arms.map((arm) => arm.save()) };
  }
}

/** The range from the resolution to the horizon, or to sixty decades without one. */
function rangeOf({ cutoffs, horizon }: PolicySetup): Range {
  const resolution = cutoffs.kind === "auto" ? cutoffs.resolution : undefined;
  if (horizon === undefined) {
    const first = latticeCell(resolution ?? RESOLUTION);
    return { first, last: first + MAX_CELLS - 1 };
  }
  return autoCells(horizon, resolution);
}

function readArm(
  policy: string,
  item: Record<string, unknown>,
  first: number,
): SavedFocusedArm & { readonly cells: number } {
  const resetting = savedNumbers(policy, item.resetting, "resetting", 3);
  const given = savedNumbers(policy, item.rows, "rows");
  // Before cells could be split, a row stood for each cell of the lattice.
  const old = item.focus === undefined;
  const cells = savedNumber(policy, old ? given.length / FIELDS : item.cells, "cells");
  const rows = old ? splitRows(given, first) : given;
  const places = cells * FINE_CELLS;
  const whole = (value: number) => Number.isInteger(value) && value >= 0 && value < places;
  const focus = savedNumbers(policy, item.focus ?? [], "focus");
  const spans = savedNumbers(policy, item.spans ?? [], "spans");
  const named = [
    ...rows.filter((_, place) => place % (FIELDS + 1) === 0),
    ...spans.filter((_, place) => place % SPAN === 0),
    ...focus,
  ];
  const complete = rows.length % (FIELDS + 1) === 0 && spans.length % SPAN === 0;
  if (!(cells <= MAX_CELLS && complete && named.every(whole))) {
    throw new RangeError(`${policy}: the saved rows must belong to existing cells`);
  }
  const completions = savedNumber(policy, item.completions ?? 0, "completions");
  return {
    cells,
    rows,
    spans,
    resetting,
    focus,
    completions,
    nextFocus: savedNumber(policy, item.nextFocus ?? 0, "nextFocus"),
  };
}

/** Converts rows of whole cells of the lattice to fine ones: completions at their mean time, cuts at the end. */
function splitRows(rows: readonly number[], first: number): number[] {
  const split: number[] = [];
  for (let cell = 0; cell * FIELDS < rows.length; cell++) {
    const row = rows.slice(cell * FIELDS, (cell + 1) * FIELDS);
    const [completed, cut] = [row[COMPLETED], row[LEFT] - row[COMPLETED]];
    const last = (cell + 1) * FINE_CELLS - 1;
    const edges = fineEdges(first + cell, first + cell);
    const place = completed > 0 ? Math.min(cellOf(edges, row[TIME] / completed), FINE_CELLS - 1) : 0;
    const middle = cell * FINE_CELLS + place;
    if (middle === last) split.push(last, ...row);
    else {
      if (completed > 0) split.push(middle, completed, completed, row[TIME], row[REWARD]);
      if (cut > 0) split.push(last, 0, cut, 0, 0);
    }
  }
  return split;
}
