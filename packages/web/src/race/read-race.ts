import { parseLaw, parseResetting, parseReward } from "@mulligan/core/distributions";
import { parsePolicy } from "@mulligan/core/policies";
import { parseCutoffs } from "@mulligan/core/problem";
import { checkExperiment, drifting, type Experiment, openCell } from "@mulligan/core/simulate";
import { meanTime, optimal } from "@mulligan/core/theory";
import {
  checkRewards,
  oracleCutoffs,
  positiveNumbers,
  readArms,
  readExperiment,
  splitLaw,
  UsageError,
  wholeNumber,
} from "mulligan/experiment";
import { MAX_ARMS, MAX_POLICIES, type RaceWords } from "./race-words.ts";

/** Each has a policy in memory, with all that it learned. */
const MAX_RUNS = 500;
/** In all; some two minutes. The command plays more, on all cores. */
const MAX_TRIALS_IN_ALL = 1e8;

/** What is wrong may hold what was written, which has no end. */
const MAX_MESSAGE = 300;

/** What cannot be played, and the field where it was written. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly field: string;

  constructor(field: string, message: string) {
    super(message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message);
    this.field = field;
  }
}

const NO_FILES: ReadonlyMap<string, Float64Array> = new Map();

/** The experiment of the command's that the words stand for; the laws may change once, which the command's cannot. */
export function readRace(words: RaceWords): Experiment {
  checkCounts(words);
  checkWords(words);
  const horizon = at("horizon", () => positiveNumber("horizon", words.horizon));
  const runs = at("runs", () => wholeNumber("runs", 1, MAX_RUNS)(words.runs));
  const seed = at("seed", () => wholeNumber("seed", 0)(words.seed));
  const common = { reward: words.reward, resetting: words.resetting, times: NO_FILES };
  const stationary = at("race", () =>
    readExperiment({
      ...common,
      laws: words.laws,
      policies: words.policies,
      horizons: [horizon],
      runs,
      seed,
      cutoffs: words.cutoffs,
      mode: "abandon",
    }),
  );
  const experiment = words.later.length === 0 ? stationary : changing(stationary, words, common);
  at("race", () => checkExperiment(experiment));
  checkWork(experiment, horizon);
  words.policies.forEach((_, policy) => {
    at(`policy-${policy}`, () => openCell(experiment, { policy, horizon: 0, run: 0 }));
  });
  return experiment;
}

function checkCounts({ laws, later, policies }: RaceWords): void {
  if (laws.length < 1 || laws.length > MAX_ARMS) {
    throw new Refusal(
      "race",
      `there must be 1 to ${MAX_ARMS} arms, got ${laws.length === 0 ? "none" : "more"}.`,
    );
  }
  if (policies.length < 1 || policies.length > MAX_POLICIES) {
    throw new Refusal(
      "race",
      `there must be 1 to ${MAX_POLICIES} policies, got ${policies.length === 0 ? "none" : "more"}.`,
    );
  }
  if (later.length !== 0 && later.length !== laws.length) {
    throw new Refusal("race", `each of ${laws.length} arms must have a law for later, got ${later.length}.`);
  }
}

/** Each word by itself, so that what is wrong is said beside its field. */
function checkWords(words: RaceWords): void {
  for (const [name, laws] of [
    ["law", words.laws],
    ["later", words.later],
  ] as const) {
    laws.forEach((law, place) => {
      at(`${name}-${place}`, () => {
        parseLaw(splitLaw(law).notation);
        readArms({ laws: [law], reward: "one", resetting: "none", times: NO_FILES });
      });
    });
  }
  at("reward", () => parseReward(words.reward));
  at("resetting", () => parseResetting(words.resetting));
  at("cutoffs", () => parseCutoffs(words.cutoffs));
  words.policies.forEach((policy, place) => {
    at(`policy-${place}`, () => parsePolicy(policy));
  });
}

/** The same arms, by name, with other laws from some time on. */
function changing(
  experiment: Experiment,
  words: RaceWords,
  common: Omit<Parameters<typeof readArms>[0], "laws">,
): Experiment {
  const from = at("change", () => positiveNumber("change", words.change));
  const { arms } = experiment.environment.phases[0];
  const later = at("later-0", () => {
    const read = readArms({ ...common, laws: words.later });
    checkRewards(read, words.reward);
    return read.map((arm, place) => ({ ...arm, name: arms[place].name }));
  });
  // Of both times together, so that there is a best rate in each.
  const { cutoffs, among } = at("cutoffs", () => oracleCutoffs([...arms, ...later], words.cutoffs));
  const allowed = among === undefined ? {} : { among };
  return {
    ...experiment,
    cutoffs,
    environment: drifting([
      { from: 0, arms, ...allowed },
      { from, arms: later, ...allowed },
    ]),
  };
}

/** About as many trials as the best decision would make: some policies make more, none is stopped for that. */
function checkWork({ environment, policies, runs }: Experiment, horizon: number): void {
  const { phases } = environment;
  const each = phases.reduce((sum, phase, place) => {
    const until = Math.min(horizon, phases[place + 1]?.from ?? Infinity);
    const best = optimal(phase.arms, phase.among === undefined ? {} : { among: phase.among });
    return sum + Math.max(0, until - phase.from) / meanTime(phase.arms[best.arm], best.cutoff);
  }, 0);
  const all = each * policies.length * runs;
  if (!(all <= MAX_TRIALS_IN_ALL)) {
    throw new Refusal(
      "horizon",
      `${policies.length} policies × ${runs} runs would make about ${all.toPrecision(2)} trials; at most ${MAX_TRIALS_IN_ALL.toPrecision(1)} are played here. Take fewer runs or a shorter horizon, or the command.`,
    );
  }
}

function positiveNumber(name: string, text: string): number {
  const values = positiveNumbers(name)(text);
  if (values.length > 1) throw new UsageError(`${name}: must be one number here, got "${text}"`);
  return values[0];
}

/** The command's own words name its options: these are fields here. */
const FIELDS: Readonly<Record<string, string>> = {
  law: "law-0",
  reward: "reward",
  horizon: "horizon",
  runs: "runs",
  policy: "policy-0",
};

/** What is refused in there is refused at that field, or at the one whose option the message names. */
function at<Value>(field: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof Refusal) throw error;
    const [, option, rest] = /^--(\w+): (.*)$/s.exec(error.message) ?? [];
    if (option === undefined) throw new Refusal(field, error.message);
    throw new Refusal(field === "race" ? (FIELDS[option] ?? field) : field, `${option}: ${rest}`);
  }
}
