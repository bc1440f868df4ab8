import { savedNumbers } from "../../policies/definition/saved-state.ts";

/**
 * How an attempt's time grows with what is under way at its arm when it starts: a line through what was seen, by least
 * squares. So time that comes from load is not taken for the arm's, and of arms that are alike the one with less to
 * do is the faster. Before anything is seen, and beyond the load at which anything was, a server is taken to have so many
 * workers as `BELIEVED_WORKERS`: what does not answer at all shows itself first by what piles up.
 */
export class LoadSlope {
  private weight = 0;
  private outstanding = 0;
  private time = 0;
  private squares = 0;
  private products = 0;

  observe(outstanding: number, timeMs: number, weight: number): void {
    this.weight += weight;
    this.outstanding += weight * outstanding;
    this.time += weight * timeMs;
    this.squares += weight * outstanding * outstanding;
    this.products += weight * outstanding * timeMs;
  }

  /** How much longer than usual an attempt takes with so many under way, in ms; `costMs` is what it usually costs. */
  extraMs(outstanding: number, costMs: number, unit: number): number {
    const { weight } = this;
    const believed = costMs / BELIEVED_WORKERS;
    if (weight === 0) return believed * outstanding;
    const usual = this.outstanding / weight;
    const squares = unit * (this.squares - usual * this.outstanding);
    const products = unit * (this.products - usual * this.time);
    const slope = Math.max(0, (products + BELIEF * believed) / (squares + BELIEF));
    const seen = Math.min(outstanding, usual + 3 * Math.sqrt(squares / (unit * weight)) + 1);
    return slope * (seen - usual) + Math.max(slope, believed) * (outstanding - seen);
  }

  scale(factor: number): void {
    this.set(this.save().map((value) => factor * value));
  }

  add(other: LoadSlope, factor: number): void {
    const others = other.save();
    this.set(this.save().map((value, place) => value + factor * others[place]));
  }

  save(): number[] {
    return [this.weight, this.outstanding, this.time, this.squares, this.products];
  }

  static restore(saved: unknown): LoadSlope {
    const slope = new LoadSlope();
    slope.set(savedNumbers("mulligan", saved, "load", 5));
    return slope;
  }

  private set([weight, outstanding, time, squares, products]: number[]): void {
    Object.assign(this, { weight, outstanding, time, squares, products });
  }
}

const BELIEVED_WORKERS = 4;
/** In squared differences of the number under way. */
const BELIEF = 10;
