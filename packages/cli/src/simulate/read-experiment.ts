import type { Law } from "@mulligan/core/distributions";
import { parsePolicy, policyNamed } from "@mulligan/core/policies";
import {
  abandon,
  autoCutoffs,
  type CutoffSet,
  parseCutoffs,
  retry,
  type ScheduleName,
} from "@mulligan/core/problem";
import { type Experiment, MAX_TRIALS, type NamedContestant, stationary } from "@mulligan/core/simulate";
import { type AllowedCutoffs, bestCutoff, type KnownArm, optimal } from "@mulligan/core/theory";
import { type ProblemWords, readArms } from "../problem/read-arms.ts";
import { asUsage, UsageError } from "../shell/usage-error.ts";
import { checkRetryOptions } from "../tasks/cutoff-bounds.ts";

/** The options of `simulate` as plain words, from which a worker thread can make the same experiment. */
export interface ExperimentWords extends ProblemWords {
  /** `NAME[:option=value,…]` each. */
  readonly policies: readonly string[];
  readonly horizons: readonly number[];
  readonly runs: number;
  readonly seed: number;
  readonly cutoffs: string;
  readonly mode: "abandon" | "retry";
  /** Only for the mode `retry`. */
  readonly schedule?: ScheduleName;
  readonly maxRestarts?: number;
}

/** Makes an experiment from the words of a command line. Throws a UsageError that names the option. */
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

/** Refuses rewards outside [0, 1], from which policies cannot learn (docs/errata.md#e5). */
export function checkRewards(arms: readonly KnownArm[], reward: string): void {
  const above = arms.find(({ law }) => !(law.rewardHigh <= 1));
  if (above === undefined) return;
  const { time, rewardHigh } = above.law;
  const [got, hint] =
    rewardHigh < Infinity
      ? [`up to ${Number(rewardHigh.toPrecision(4))}`, "choose a smaller omega"]
      : ["ever more", "policies learn from rewards of at most 1, `mulligan theory` takes any"];
  throw new UsageError(
    `--reward: ${reward.trim()} must lie in [0, 1] for every time of ${time.name}, got ${got}; ${hint}`,
  );
}

/** Refuses horizons that no policy can reach: a trial takes its whole time at most. */
function checkHorizons(arms: readonly KnownArm[], horizons: readonly number[]): void {
  const longest = MAX_TRIALS * Math.max(...arms.map(({ law }) => law.time.mean));
  const beyond = horizons.find((horizon) => horizon > longest);
  if (beyond !== undefined) {
    throw new UsageError(
      `--horizon: must be at most ${longest}, the time of ${MAX_TRIALS} trials of the slowest arm, got ${beyond}`,
    );
  }
}

/** The results of so many plays fit into memory. */
const MAX_PLAYS = 1_000_000;

/** Refuses too many plays: `rows` policies × horizons, each played `runs` times. */
function checkPlays(rows: number, runs: number): void {
  const most = Math.floor(MAX_PLAYS / rows);
  if (runs > most) {
    throw new UsageError(
      `--runs: must be at most ${most} for ${rows} policies × horizons, ${MAX_PLAYS} runs in all, got ${runs}`,
    );
  }
}

interface OracleCutoffs {
  /** The cutoffs that policies choose from. */
  readonly cutoffs: CutoffSet;
  /** The cutoffs whose best the policies are compared with; all if undefined. */
  readonly among?: AllowedCutoffs;
}

/** The share of trials that complete before the shortest cutoff. */
const SHARE_BEFORE = 0.1;
const STEP = 0.01;

/**
 * Returns the cutoffs of an experiment. If shorter cutoffs always earn more, there is no best cutoff, and a policy that finds this out
 * makes more and more trials in the same time. Then policies are compared with the best of the given cutoffs. If none are given, no cutoff
 * is shorter than the time by which one trial in ten completes.
 */
export function oracleCutoffs(arms: readonly KnownArm[], text: string): OracleCutoffs {
  const cutoffs = parseCutoffs(text);
  if (optimal(arms).rate < Infinity) return { cutoffs };
  if (cutoffs.kind === "list") return { cutoffs, among: cutoffs.values };
  if (cutoffs.kind === "interval") return { cutoffs, among: { low: cutoffs.low, high: cutoffs.high } };
  const endless = arms.filter((arm) => bestCutoff(arm).rate === Infinity);
  const low = Math.max(...endless.map(({ law }) => timeByWhich(law.time, SHARE_BEFORE)));
  return { cutoffs: autoCutoffs(low), among: { low, high: Infinity } };
}

/** The quantile of this share, or the next one above 0 if so many trials take no time at all. */
function timeByWhich(time: Law, share: number): number {
  for (let chance = share; chance < 1; chance += STEP) {
    if (time.quantile(chance) > 0) return time.quantile(chance);
  }
  return time.quantile(1);
}
