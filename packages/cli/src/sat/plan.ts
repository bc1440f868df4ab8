import { parsePolicy, policyNamed, type ScheduleName } from "@mulligan/core";
import type { Header } from "../journal/header.ts";
import { oneOf } from "../shell/one-of.ts";
import { checkRetryOptions } from "../shell/retry-options.ts";
import { type Decisions, decisionsOf } from "./decisions.ts";
import { readBudget } from "./read-budget.ts";
import { type HeuristicArm, readHeuristic } from "./read-heuristic.ts";

/** The options of `mulligan sat` that say how to decide, as they were given. */
export interface SatWords {
  readonly arm?: readonly string[];
  readonly mode: string;
  readonly schedule?: string;
  readonly maxRestarts?: number;
  readonly policy: string;
  readonly cutoffs: string;
  readonly budget?: string;
  readonly seed: number;
}

/** What they say, checked. */
export interface SatPlan {
  readonly arms: readonly HeuristicArm[];
  readonly names: readonly string[];
  readonly budget: ReturnType<typeof readBudget>;
  readonly decisions: Decisions;
  /** 1 in mode `abandon`. */
  readonly maxTries: number;
  readonly header: Header;
}

const DEFAULT_ARM = "rnovelty:noise=0.5";

export function readPlan(words: SatWords): SatPlan {
  const arms = (words.arm ?? [DEFAULT_ARM]).map(readHeuristic);
  const names = arms.map(({ name }) => name);
  const mode = oneOf("--mode", words.mode, ["retry", "abandon"]);
  checkRetryOptions(mode, words);
  const schedule: ScheduleName =
    words.schedule === undefined
      ? (policyNamed(parsePolicy(words.policy).name).schedule ?? "luby")
      : oneOf("--schedule", words.schedule, ["luby", "geometric", "constant"]);
  const budget = readBudget(words.budget);
  const { policy, cutoffs, seed } = words;
  return {
    arms,
    names,
    budget,
    decisions: decisionsOf({
      policy,
      cutoffs,
      mode,
      schedule,
      arms: names,
      seed,
      ...(budget.flips === Infinity ? {} : { horizon: budget.flips }),
    }),
    maxTries: mode === "abandon" ? 1 : (words.maxRestarts ?? Infinity) + 1,
    header: {
      unit: "flips",
      arms: names.map((name) => ({ name })),
      policy,
      mode,
      schedule,
      cutoffs,
    },
  };
}
