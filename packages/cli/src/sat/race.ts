import { type Formula, type WalkSat, type WalkSettings, walkSat, xoshiro } from "@mulligan/sat";
import { isBehind, isBeyond, isStuck, type Lane, newLane, noteSlice } from "./lane.ts";

/** A walk of a race that is over, or under way still when all is to stop. */
export interface RaceWalk {
  readonly arm: number;
  readonly seed: number;
  readonly flips: number;
  /** The flips up to which it was to go on before the next look at it. */
  readonly cutoff: number;
  ending: "cut" | "solved" | "stopped";
}

export type RaceEnd = "solved" | "stopped" | "left";

/** Slices begin with this many flips a variable for a lane of weight 1, and grow by a quarter from round to round. */
const FIRST_SLICE = 1 / 4;
const GROWTH = 1.25;

/**
 * Several heuristics at one formula, in turns; each has a walk that goes on where it was. A restart would throw
 * away what a large formula's walk has come to. In each round every lane walks for its weight times the round's
 * length. What falls behind is dropped (`lane.ts`), which one comes far with little overtakes.
 *
 * A heat is over when every walk left in it is stuck. The next one begins with fresh walks of all heuristics. In every second heat
 * none is dropped, so that no formula depends on a judgement by falsified clauses alone.
 */
export class Race {
  readonly formula: Formula;
  /** The walk that found a model. */
  winner: WalkSat | undefined;
  /** Of all its walks. */
  flips = 0;
  private readonly arms: readonly WalkSettings[];
  private readonly weights: readonly number[];
  private readonly seeds: ReturnType<typeof xoshiro>;
  private readonly engines: (WalkSat | undefined)[];
  private readonly ended: RaceWalk[] = [];
  private lanes: Lane[] = [];
  private heat = 0;
  /** Flips of a lane of weight 1 in this round, and whose turn it is. */
  private slice = 0;
  private place = 0;

  constructor(formula: Formula, arms: readonly WalkSettings[], weights: readonly number[], seed: number) {
    this.formula = formula;
    this.arms = arms;
    this.weights = weights;
    this.seeds = xoshiro(seed);
    this.engines = arms.map(() => undefined);
    this.startHeat();
    // What no engine can hold is found out at once.
    this.walkOf(this.lanes[0]);
  }

  /** Goes on for about as many flips, unless `walkOn` ends before what it was asked for. */
  run(flips: number, walkOn: (walk: WalkSat, until: number) => boolean): RaceEnd {
    for (const end = this.flips + flips; this.flips < end; ) {
      const lane = this.lanes[this.place];
      const walk = this.walkOf(lane);
      const from = walk.flips;
      const until = from + Math.ceil(this.slice * lane.weight);
      const went = noteSlice(lane, until, walkOn);
      this.flips += walk.flips - from;
      if (walk.solved) {
        this.winner = walk;
        this.close(lane, "solved", until);
        return "solved";
      }
      if (!went) return "stopped";
      this.place += 1;
      if (this.place === this.lanes.length) this.endRound();
    }
    return "left";
  }

  /** The walks that ended since the last call. */
  takeEnded(): RaceWalk[] {
    return this.ended.splice(0);
  }

  /** Ends all that are under way. Where they are stopped, a model that was found came too late. */
  end(ending: "cut" | "stopped"): void {
    for (const lane of this.lanes) this.close(lane, ending);
    if (ending === "cut") return;
    for (const walk of this.ended) if (walk.ending === "solved") walk.ending = ending;
  }

  private walkOf(lane: Lane): WalkSat {
    if (lane.walk !== undefined) return lane.walk;
    const walk = (this.engines[lane.arm] ??= walkSat(this.formula, this.arms[lane.arm]));
    walk.restart(lane.seed);
    lane.walk = walk;
    return walk;
  }

  /** A walk that made no flip was none. */
  private close(lane: Lane, ending: RaceWalk["ending"], cutoff?: number): void {
    const { arm, seed, walk } = lane;
    lane.walk = undefined;
    if (walk === undefined || (walk.flips === 0 && ending !== "solved")) return;
    const { flips } = walk;
    this.ended.push({ arm, seed, flips, cutoff: Math.max(1, cutoff ?? flips), ending });
  }

  private startHeat(): void {
    for (const lane of this.lanes) this.close(lane, "cut");
    const all = this.weights.map((weight, arm) => newLane(arm, this.seeds.uint32(), weight));
    this.lanes = all.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
    this.slice = Math.max(1, Math.ceil(this.formula.variables * FIRST_SLICE));
    this.heat += 1;
  }

  private endRound(): void {
    const { variables } = this.formula;
    this.place = 0;
    if (this.heat % 2 === 1) this.judge();
    if (this.lanes.every((lane) => isStuck(lane, variables, this.heat))) this.startHeat();
    else this.slice = Math.ceil(this.slice * GROWTH);
  }

  /** Drops what is behind; one that came further with less gets the largest share. */
  private judge(): void {
    const { variables } = this.formula;
    const best = this.lanes.reduce((a, b) => (b.level < a.level ? b : a));
    for (const lane of this.lanes.filter((one) => isBehind(one, best, variables))) {
      this.close(lane, "cut");
      this.engines[lane.arm] = undefined;
    }
    this.lanes = this.lanes.filter(({ walk }) => walk !== undefined);
    const [leader, ...others] = this.lanes;
    const faster = others.find((lane) => isBeyond(lane, leader, variables));
    if (faster === undefined) return;
    [leader.weight, faster.weight] = [faster.weight, leader.weight];
    this.lanes.sort((a, b) => b.weight - a.weight);
  }
}
