import { parsePolicy, policyNamed } from "@mulligan/core/policies";
import { abandon, retry, type ScheduleName } from "@mulligan/core/problem";
import { type Experiment, type NamedContestant, stationary } from "@mulligan/core/simulate";
import { type ProblemWords, readArms } from "../problem/read-arms.ts";
import { asUsage, UsageError } from "../shell/usage-error.ts";
import { checkRetryOptions } from "../tasks/policy-options.ts";
import { checkHorizons } from "./check-horizons.ts";
import { checkPlays } from "./check-plays.ts";
import { checkRewards } from "./check-rewards.ts";
import { oracleCutoffs } from "./oracle-cutoffs.ts";

/** `simulate`'s options as plain words, so that a worker thread can make the same experiment of them. */
export interface ExperimentWords extends ProblemWords {
  /** `NAME[:option=value,…]` each. */
  readonly policies: readonly string[];
  readonly horizons: readonly number[];
  readonly runs: number;
  readonly seed: number;
  readonly cutoffs: string;
  readonly mode: "abandon" | "retry";
  /** Of the mode `retry`, and only there. */
  readonly schedule?: ScheduleName;
  readonly maxRestarts?: number;
}

export function readExperiment(words: ExperimentWords): Experiment {
  return asUsage(() => experimentOf(words));
}

function experimentOf(words: ExperimentWords): Experiment {
  checkPlays(words.policies.length * words.horizons.length, words.runs);
  const arms = readArms(words);
  checkRewards(arms, words.reward);
  checkHorizons(arms, words.horizons);
  const policies = contestants(words.policies);
  const { cutoffs, among } = oracleCutoffs(arms, words.cutoffs);
  return {
    environment: stationary(arms, among),
    policies,
    horizons: words.horizons,
    runs: words.runs,
    seed: words.seed,
    cutoffs,
    mode: readMode(words, policies),
  };
}

function readMode(words: ExperimentWords, policies: readonly NamedContestant[]) {
  checkRetryOptions(words.mode, words);
  if (words.mode === "abandon") return abandon;
  const { schedule, maxRestarts } = words;
  const own = policies.map(({ name }) => policyNamed(name).schedule);
  if (schedule !== undefined && own.every((name) => name !== undefined && name !== schedule)) {
    throw new UsageError(`--schedule: must be ${own[0]} for ${policies[0].label}, got ${schedule}`);
  }
  return retry({
    ...(schedule === undefined ? {} : { schedule }),
    ...(maxRestarts === undefined ? {} : { maxRestarts }),
  });
}

/** Rows carry a policy as it was given, since two may differ in their options alone. */
function contestants(texts: readonly string[]): NamedContestant[] {
  const labels = texts.map((text) => text.trim());
  const twice = labels.find((label, place) => labels.indexOf(label) < place);
  if (twice !== undefined)
    throw new UsageError(`--policy: each must differ from the others, got ${twice} twice`);
  return labels.map((label) => ({ ...parsePolicy(label), label }));
}
