import { heuristicNames, type WalkSettings } from "@mulligan/sat";
import type { Header } from "../journal/journal-format.ts";
import { parseDuration } from "../shell/duration.ts";
import { oneOf } from "../shell/option-values.ts";
import { UsageError } from "../shell/usage-error.ts";
import { isHiddenTypes } from "../tasks/cutoff-bounds.ts";
import { type PolicyOptions, readPolicySetup, type TaskPolicySetup } from "../tasks/task-policy.ts";
import { DEFAULT_ARMS } from "./competition.ts";

/** The options of `mulligan sat` that say how to decide, as they were given. */
export interface SatCommandOptions extends PolicyOptions {
  readonly arm?: readonly string[];
  readonly budget?: string;
}

/** The options of `mulligan sat`, checked. */
export interface SatPlan {
  readonly arms: readonly HeuristicArm[];
  /** Whether the heuristics race at a formula that is large or takes long: unless the user says how to try. */
  readonly races: boolean;
  readonly budget: { readonly ms?: number; readonly flips: number };
  readonly setup: TaskPolicySetup;
  readonly header: Header;
}

/**
 * Measured against Luby's best base with rnovelty alone, with the three heuristics and with one
 * (docs/benchmarks/sat-against-luby.md).
 * A walk that goes in circles never ends: with a fifth of the time for attempts far beyond the usual, which is right
 * for programs, the halves took 4% more flips with one heuristic, replayed from measured walks.
 */
export const DEFAULT_POLICY = "hidden-types:beyond=0.05";

/** Flips are whole, so cutoffs that differ by less are treated as equal. */
const RESOLUTION = 1;
/**
 * With one heuristic the base of Luby's sequence is 203 flips, not 25, and so is the first cutoff: 0.97 of the best Luby on
 * uf100-430 and 1.02 on CBS_k3_n100_m403_b30, in place of 1.03 and 1.04 (12 seeds). With three heuristics it saves nothing.
 */
const WITH_ONE_HEURISTIC = { resolution: 8, planned: { grace: 200, repeats: false } };

export function readSatPlan(given: SatCommandOptions): SatPlan {
  const { policy, cutoffs, seed } = given;
  const arms = (given.arm ?? DEFAULT_ARMS).map(readHeuristic);
  const names = arms.map(({ name }) => name);
  const budget = readBudget(given.budget);
  const horizon = budget.flips === Infinity ? undefined : budget.flips;
  const own = names.length === 1 && isHiddenTypes(policy) ? WITH_ONE_HEURISTIC : { resolution: RESOLUTION };
  const setup = readPolicySetup(given, { arms: names, ...own, horizon });
  const { mode, schedule } = setup;
  const asGiven = { policy, mode, schedule, cutoffs, seed };
  return {
    arms,
    races: races(given),
    budget,
    setup,
    header: { unit: "flips", arms: names.map((name) => ({ name })), ...asGiven },
  };
}

function races({ arm, policy, cutoffs, mode, schedule }: SatCommandOptions): boolean {
  const learned = policy === DEFAULT_POLICY && cutoffs === "auto" && schedule === undefined;
  return arm === undefined && learned && mode === "retry";
}

/** Reads `--budget`: a duration, or flips. */
function readBudget(text: string | undefined): SatPlan["budget"] {
  if (text === undefined) return { flips: Infinity };
  if (/[a-z]\s*$/i.test(text)) return { ms: parseDuration(text, "--budget"), flips: Infinity };
  const flips = Number(text);
  if (!(flips >= 1)) {
    throw new UsageError(`--budget: must be a duration such as 5m, or a number of flips, got "${text}"`);
  }
  // A limit that cannot be counted to is not a limit.
  return { flips: flips > Number.MAX_SAFE_INTEGER ? Infinity : Math.floor(flips) };
}

/** A heuristic with its settings, and the name under which it is reported. */
export interface HeuristicArm {
  readonly name: string;
  readonly settings: WalkSettings;
}

const OPTIONS = { noise: "noise", walk: "walkChance", tenure: "tenure" } as const;

/** Reads `--arm`: `NAME` or `NAME:noise=0.5,walk=0.01,tenure=10`. */
export function readHeuristic(text: string): HeuristicArm {
  const [name, rest = ""] = text.split(":", 2);
  const heuristic = oneOf("--arm", name.trim(), heuristicNames);
  const settings: Record<string, number> = {};
  for (const part of rest.split(",").filter((piece) => piece.trim() !== "")) {
    const [key, value = ""] = part.split("=", 2);
    const option = oneOf(`--arm ${heuristic}`, key.trim(), Object.keys(OPTIONS) as (keyof typeof OPTIONS)[]);
    const number = value.trim() === "" ? Number.NaN : Number(value);
    const most = option === "tenure" ? 1e9 : 1;
    if (!(number >= 0 && number <= most && (option !== "tenure" || Number.isInteger(number)))) {
      throw new UsageError(
        `--arm ${heuristic}: ${option} must be a${option === "tenure" ? " whole" : ""} number from 0 to ${most}, got "${value}"`,
      );
    }
    settings[OPTIONS[option]] = number;
  }
  return { name: text.trim(), settings: { heuristic, ...settings } };
}
