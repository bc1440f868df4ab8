import type { Header } from "../journal/header.ts";
import { type DeciderWords, readDecider } from "../tasks/decider.ts";
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
  readonly budget: ReturnType<typeof readBudget>;
  readonly decisions: Decisions;
  /** 1 in mode `abandon`. */
  readonly maxAttempts: number;
  readonly maxCounted: number;
  readonly searches: boolean;
  readonly header: Header;
}

const DEFAULT_ARM = "rnovelty:noise=0.5";
/** Flips are whole, so cutoffs below one flip need not be told apart. */
const RESOLUTION = 1;

export function readPlan(words: SatWords): SatPlan {
  const arms = (words.arm ?? [DEFAULT_ARM]).map(readHeuristic);
  const names = arms.map(({ name }) => name);
  const budget = readBudget(words.budget);
  const horizon = budget.flips === Infinity ? undefined : budget.flips;
  const decider = readDecider(words, { arms: names, resolution: RESOLUTION, horizon });
  return {
    arms,
    names,
    budget,
    decisions: decisionsOf(decider),
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
