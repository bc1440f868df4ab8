import { cellOf } from "../../problem/lattice.ts";
import type { CellArms } from "../curve/cell-arms.ts";
import { type Curve, type CurveDraw, curveOf, drawCurve } from "../curve/km-curve.ts";
import type { PolicySetup } from "../definition/policy.ts";

/**
 * The curves that a decision for tasks needs, drawn into the same memory every time. `learned` holds the first
 * attempts of each arm, then the later ones of each arm.
 */
export class TaskCurves {
  private readonly setup: PolicySetup;
  private readonly learned: CellArms;
  private readonly strength: number;
  private ofFirst: Curve[] = [];
  private ofLater = curveOf(0);

  constructor(setup: PolicySetup, learned: CellArms, strength: number) {
    this.setup = setup;
    this.learned = learned;
    this.strength = strength;
  }

  /** Of first attempts, one for each arm. */
  first(unit: number): readonly Curve[] {
    const { length } = this.learned.edges;
    if (this.ofLater.usage.length !== length) {
      this.ofFirst = this.setup.arms.map(() => curveOf(length));
      this.ofLater = curveOf(length);
    }
    this.ofFirst.forEach((curve, arm) => {
      const later = this.learned.evidence(arm + this.setup.arms.length);
      this.draw(arm, unit, curve, { evidence: later, strength: KINDRED });
    });
    return this.ofFirst;
  }

  /** Of later attempts; gone with the next one. */
  later(arm: number, unit: number): Curve {
    this.draw(arm + this.setup.arms.length, unit, this.ofLater);
    return this.ofLater;
  }

  /** Where a cutoff stands on a curve. */
  cellOf(cutoff: number): number {
    return Math.min(cellOf(this.learned.edges, cutoff), this.learned.edges.length - 1);
  }

  private draw(place: number, unit: number, into: Curve, kindred?: CurveDraw["kindred"]): void {
    const evidence = this.learned.evidence(place);
    const { usage } = evidence.resetting;
    const draw = { evidence, usage, charge: 0, strength: this.strength, unit };
    drawCurve(this.setup.random, kindred === undefined ? draw : { ...draw, kindred }, into);
  }
}

/** How many first attempts the later ones stand in for, at most. */
const KINDRED = 10;
