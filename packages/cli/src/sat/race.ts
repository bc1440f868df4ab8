import { type Formula, type WalkSat, type WalkSettings, walkSat, xoshiro } from "@mulligan/sat";

/** A walk of a race that has ended. */
export interface FinishedWalk {
  readonly arm: number;
  readonly seed: number;
  readonly flips: number;
  /** The flips up to which it was to go on before it was judged again. */
  readonly cutoff: number;
  ending: "cut" | "solved" | "stopped";
}

export type RaceEnding = "solved" | "stopped" | "left";

/** Slices begin with this many flips a variable for a walk of weight 1, and grow by a quarter from round to round. */
const FIRST_SLICE = 1 / 4;
const GROWTH = 1.25;

/**
 * Several heuristics at one formula, in turns. Each has a walk that goes on where it was, since a restart would throw
 * away the progress at a large formula. In each round every walk makes flips for its weight times the round's length.
 * Walks that fall behind are dropped, and one that comes far with a small weight gets the largest.
 *
 * A heat is over when every walk left in it is stuck. The next one begins with fresh walks of all heuristics. In every
 * second heat none is dropped, so that no formula depends on a judgement by falsified clauses alone.
 */
export class HeuristicRace {
  readonly formula: Formula;
  /** The engine that found a model. */
  winner: WalkSat | undefined;
  /** Flips of all its walks. */
  flips = 0;
  private readonly arms: readonly WalkSettings[];
  private readonly weights: readonly number[];
  private readonly seeds: ReturnType<typeof xoshiro>;
  private readonly engines: (WalkSat | undefined)[];
  private readonly ended: FinishedWalk[] = [];
  private walks: RaceWalk[] = [];
  private heat = 0;
  /** Flips of a walk of weight 1 in this round, and the index of the walk whose turn it is. */
  private slice = 0;
  private place = 0;

  constructor(formula: Formula, arms: readonly WalkSettings[], weights: readonly number[], seed: number) {
    this.formula = formula;
    this.arms = arms;
    this.weights = weights;
    this.seeds = xoshiro(seed);
    this.engines = arms.map(() => undefined);
    this.startHeat();
    // Fails here if no engine can hold the formula.
    this.engineOf(this.walks[0]);
  }

  /** Goes on for about as many flips, unless `walkOn` ends before it was to. */
  run(flips: number, walkOn: (walk: WalkSat, until: number) => boolean): RaceEnding {
    for (const end = this.flips + flips; this.flips < end; ) {
      const walk = this.walks[this.place];
      const engine = this.engineOf(walk);
      const from = engine.flips;
      const until = from + Math.ceil(this.slice * walk.weight);
      const went = walkSlice(walk, until, walkOn);
      this.flips += engine.flips - from;
      if (engine.solved) {
        this.winner = engine;
        this.close(walk, "solved", until);
        return "solved";
      }
      if (!went) return "stopped";
      this.place += 1;
      if (this.place === this.walks.length) this.endRound();
    }
    return "left";
  }

  /** The walks that ended since the last call. */
  takeEnded(): FinishedWalk[] {
    return this.ended.splice(0);
  }

  /** Ends all walks. If they are stopped, a model that was found came too late. */
  end(ending: "cut" | "stopped"): void {
    for (const walk of this.walks) this.close(walk, ending);
    if (ending === "cut") return;
    for (const walk of this.ended) if (walk.ending === "solved") walk.ending = ending;
  }

  private engineOf(walk: RaceWalk): WalkSat {
    if (walk.engine !== undefined) return walk.engine;
    const engine = (this.engines[walk.arm] ??= walkSat(this.formula, this.arms[walk.arm]));
    engine.restart(walk.seed);
    walk.engine = engine;
    return engine;
  }

  /** A walk that made no flip is not counted. */
  private close(walk: RaceWalk, ending: FinishedWalk["ending"], cutoff?: number): void {
    const { arm, seed, engine } = walk;
    walk.engine = undefined;
    if (engine === undefined || (engine.flips === 0 && ending !== "solved")) return;
    const { flips } = engine;
    this.ended.push({ arm, seed, flips, cutoff: Math.max(1, cutoff ?? flips), ending });
  }

  private startHeat(): void {
    for (const walk of this.walks) this.close(walk, "cut");
    const all = this.weights.map((weight, arm) => newWalk(arm, this.seeds.uint32(), weight));
    this.walks = all.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
    this.slice = Math.max(1, Math.ceil(this.formula.variables * FIRST_SLICE));
    this.heat += 1;
  }

  private endRound(): void {
    const { variables } = this.formula;
    this.place = 0;
    if (this.heat % 2 === 1) this.judge();
    if (this.walks.every((walk) => isStuck(walk, variables, this.heat))) this.startHeat();
    else this.slice = Math.ceil(this.slice * GROWTH);
  }

  /** Drops walks that are behind; one that came further with a smaller share gets the largest. */
  private judge(): void {
    const { variables } = this.formula;
    const best = this.walks.reduce((a, b) => (b.level < a.level ? b : a));
    for (const walk of this.walks.filter((one) => isBehind(one, best, variables))) {
      this.close(walk, "cut");
      this.engines[walk.arm] = undefined;
    }
    this.walks = this.walks.filter(({ engine }) => engine !== undefined);
    const [leader, ...others] = this.walks;
    const faster = others.find((walk) => overtakes(walk, leader, variables));
    if (faster === undefined) return;
    [leader.weight, faster.weight] = [faster.weight, leader.weight];
    this.walks.sort((a, b) => b.weight - a.weight);
  }
}

/** The walk of one heuristic in a race. */
interface RaceWalk {
  readonly arm: number;
  readonly seed: number;
  /** Its share of the time, relative to those of the others. */
  weight: number;
  /** Undefined before its first turn, and when it is over. */
  engine: WalkSat | undefined;
  /** Recent average of the clauses that it leaves false. */
  level: number;
  /** The fewest clauses that it ever left false, and after how many flips. */
  least: number;
  leastAt: number;
}

/** How often the falsified clauses are counted in a slice. */
const LOOKS = 8;
/**
 * No walk is judged before it has made so many flips a variable: until then it is still on its way down, and those
 * that get down first are not those that get down to 0 (probsat at 10,000 variables and 4.2 clauses a variable leaves
 * twice as many false as the others at 4 flips a variable, one and a half times at 16, as many at 64, half as many at 256).
 */
const JUDGED_FROM = 16;
/**
 * A walk with more than so many times the falsified clauses of the best is behind. One with a small share is judged as
 * strictly, though it made fewer flips: it would have to be that much better to be worth its time.
 */
const BEHIND = 2;
/** A walk is stuck if its best count came in its first quarter, but only after so many flips a variable. */
const STUCK_FROM = 4_096;

function newWalk(arm: number, seed: number, weight: number): RaceWalk {
  return { arm, seed, weight, engine: undefined, level: Infinity, least: Infinity, leastAt: 0 };
}

/** Walks on, and counts falsified clauses on the way. Returns whether it went all the way, or to a model. */
function walkSlice(
  walk: RaceWalk,
  until: number,
  walkOn: (engine: WalkSat, until: number) => boolean,
): boolean {
  const engine = walk.engine!;
  const from = engine.flips;
  let sum = 0;
  for (let look = 1; look <= LOOKS; look++) {
    const next = from + Math.ceil(((until - from) * look) / LOOKS);
    if (walkOn(engine, next)) return true;
    if (engine.flips < next) return false;
    sum += engine.unsatisfied;
  }
  const level = sum / LOOKS;
  walk.level = walk.level === Infinity ? level : (walk.level + level) / 2;
  if (engine.leastUnsatisfied < walk.least) {
    walk.least = engine.leastUnsatisfied;
    walk.leastAt = engine.flips;
  }
  return true;
}

/** Whether a walk leaves too many clauses false to be worth its time. */
function isBehind(walk: RaceWalk, best: RaceWalk, variables: number): boolean {
  if (walk === best || !isJudged(walk, variables) || !isJudged(best, variables)) return false;
  return walk.level > BEHIND * best.level;
}

/** Whether a walk with a smaller share has come further than the one with the largest. */
function overtakes(walk: RaceWalk, leader: RaceWalk, variables: number): boolean {
  return walk.weight < leader.weight && isJudged(leader, variables) && BEHIND * walk.level < leader.level;
}

/** Each heat is longer than the one before. */
function isStuck(walk: RaceWalk, variables: number, heat: number): boolean {
  const flips = flipsOf(walk);
  return flips >= STUCK_FROM * variables * heat && walk.leastAt < flips / 4;
}

function isJudged(walk: RaceWalk, variables: number): boolean {
  return flipsOf(walk) >= JUDGED_FROM * variables;
}

function flipsOf({ engine }: RaceWalk): number {
  return engine?.flips ?? 0;
}
