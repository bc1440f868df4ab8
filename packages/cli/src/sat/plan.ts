import type { Header } from "../journal/journal-format.ts";
import { type Decider, type DeciderWords, readDecider } from "../tasks/decider.ts";
import { DEFAULT_ARMS } from "./competition.ts";
import { type Decisions, decisionsOf } from "./decisions.ts";
import { readBudget } from "./read-budget.ts";
import { type HeuristicArm, readHeuristic } from "./read-heuristic.ts";

/** The options of `mulligan sat` that say how to decide, as they were given. */
export interface SatWords extends DeciderWords {
  readonly arm?: readonly string[];
  readonly budget?: string;
}

/** What they say, checked. */
export interface SatPlan {
  readonly arms: readonly HeuristicArm[];
  readonly names: readonly string[];
  /** Whether the heuristics race at a formula that is large or takes long: unless the user says how to try. */
  readonly races: boolean;
  readonly budget: ReturnType<typeof readBudget>;
  readonly decisions: Decisions;
  readonly decider: Decider;
  /** 1 in mode `abandon`. */
  readonly maxAttempts: number;
  readonly maxCounted: number;
  readonly searches: boolean;
  readonly header: Header;
}

/**
 * Measured on the SATLIB halves and on a folder of small and large formulas (bench/cli/sat.mjs), in flips of the
 * best Luby base with rnovelty: 0.9 and 0.9 on the halves.
 * One that goes in circles never ends: with a fifth of the time for attempts far beyond the usual, which is right for
 * programs, the halves took 4% more flips with one heuristic, replayed from measured walks.
 */
export const DEFAULT_POLICY = "hidden-types:beyond=0.05";

/** Flips are whole, so cutoffs below one flip need not be told apart. */
const RESOLUTION = 1;

export function readPlan(words: SatWords): SatPlan {
  const arms = (words.arm ?? DEFAULT_ARMS).map(readHeuristic);
  const names = arms.map(({ name }) => name);
  const budget = readBudget(words.budget);
  const horizon = budget.flips === Infinity ? undefined : budget.flips;
  const decider = readDecider(words, { arms: names, resolution: RESOLUTION, horizon });
  return {
    arms,
    names,
    races: races(words),
    budget,
    decisions: decisionsOf(decider),
    decider,
    maxAttempts: decider.maxAttempts,
    maxCounted: decider.maxCounted,
    searches: decider.searches,
    header: {
      unit: "flips",
      arms: names.map((name) => ({ name })),
      policy: words.policy,
      mode: decider.mode,
      schedule: decider.schedule,
      cutoffs: words.cutoffs,
      firstCutoff: words.firstCutoff,
      minCutoff: words.minCutoff,
    },
  };
}

function races({ arm, policy, cutoffs, mode, schedule, maxRestarts }: SatWords): boolean {
  const learned = policy === DEFAULT_POLICY && cutoffs === "auto" && schedule === undefined;
  return arm === undefined && learned && mode === "retry" && maxRestarts === undefined;
}
