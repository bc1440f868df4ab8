import type { Formula, WalkSat, WalkSettings } from "@mulligan/sat";
import { walkSat, xoshiro } from "@mulligan/sat";
import type { Lane } from "./lane.ts";
import { isBehind, isBeyond, isStuck, newLane, noteSlice } from "./lane.ts";

/** A walk of a race that is over, or under way still when all is to stop. */
export interface RaceWalk {
  readonly arm: number;
  readonly seed: number;
  readonly flips: number;
  /** The flips up to which it was to go on before the next look at it. */
  readonly cutoff: number;
  readonly ending: "cut" | "solved" | "stopped";
}

export interface Race {
  readonly formula: Formula;
  /** Goes on for about as many flips, unless `walkOn` ends before what it was asked for. */
  run(flips: number, walkOn: (walk: WalkSat, until: number) => boolean): RaceEnd;
  /** The walks that ended since the last call. */
  takeEnded(): RaceWalk[];
  /**
   * Ends all that are under way; a model that is found and not wanted any more is a walk that was stopped. One that made
   * no flip was none.
   */
  end(ending: "cut" | "stopped"): void;
  /** Of all its walks. */
  readonly flips: number;
  /** The walk that found a model. */
  readonly winner: WalkSat | undefined;
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
export function openRace(
  formula: Formula,
  arms: readonly WalkSettings[],
  weights: readonly number[],
  seed: number,
): Race {
  const seeds = xoshiro(seed);
  const ended: RaceWalk[] = [];
  const engines: (WalkSat | undefined)[] = arms.map(() => undefined);
  let lanes: Lane[] = [];
  let [heat, slice, place, flips] = [0, 0, 0, 0];
  let winner: WalkSat | undefined;

  const start = (lane: Lane): WalkSat => {
    const walk = (engines[lane.arm] ??= walkSat(formula, arms[lane.arm]));
    walk.restart(lane.seed);
    return walk;
  };
  const close = (lane: Lane, ending: RaceWalk["ending"], cutoff?: number) => {
    const { arm, seed, walk } = lane;
    lane.walk = undefined;
    if (walk === undefined || (walk.flips === 0 && ending !== "solved")) return;
    ended.push({ arm, seed, flips: walk.flips, cutoff: Math.max(1, cutoff ?? walk.flips), ending });
  };
  const nextHeat = () => {
    for (const lane of lanes) close(lane, "cut");
    lanes = arms.flatMap((_, arm) => (weights[arm] > 0 ? [newLane(arm, seeds.uint32(), weights[arm])] : []));
    lanes.sort((a, b) => b.weight - a.weight);
    slice = Math.max(1, Math.ceil(formula.variables * FIRST_SLICE));
    place = 0;
    heat += 1;
  };
  const nextRound = () => {
    if (heat % 2 === 1) drop();
    if (lanes.every((lane) => isStuck(lane, formula.variables, heat))) nextHeat();
    else slice = Math.ceil(slice * GROWTH);
    place = 0;
  };
  const drop = () => {
    const best = lanes.reduce((a, b) => (b.level < a.level ? b : a));
    for (const lane of lanes) {
      if (!isBehind(lane, best, formula.variables)) continue;
      close(lane, "cut");
      engines[lane.arm] = undefined;
    }
    lanes = lanes.filter(({ walk }) => walk !== undefined);
    const [leader, ...others] = lanes;
    const faster = others.find((lane) => isBeyond(lane, leader, formula.variables));
    if (faster === undefined) return;
    [leader.weight, faster.weight] = [faster.weight, leader.weight];
    lanes.sort((a, b) => b.weight - a.weight);
  };

  nextHeat();
  // What no engine can hold is found out at once.
  lanes[0].walk = start(lanes[0]);
  return {
    formula,
    run(turn, walkOn) {
      for (const end = flips + turn; flips < end; ) {
        const lane = lanes[place];
        const walk = (lane.walk ??= start(lane));
        const from = walk.flips;
        const until = from + Math.ceil(slice * lane.weight);
        const went = noteSlice(lane, until, walkOn);
        flips += walk.flips - from;
        if (walk.solved) {
          winner = walk;
          close(lane, "solved", until);
          return "solved";
        }
        if (!went) return "stopped";
        place += 1;
        if (place === lanes.length) nextRound();
      }
      return "left";
    },
    takeEnded: () => ended.splice(0),
    end(ending) {
      for (const lane of lanes) close(lane, ending);
      if (ending === "stopped") ended.forEach((walk, i) => walk.ending === "solved" && (ended[i] = { ...walk, ending }));
    },
    get flips() {
      return flips;
    },
    get winner() {
      return winner;
    },
  };
}
