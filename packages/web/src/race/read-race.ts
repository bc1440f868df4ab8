import { parseLaw, parseResetting, parseReward } from "@mulligan/core/distributions";
import { parsePolicy, policies } from "@mulligan/core/policies";
import { parseCutoffs } from "@mulligan/core/problem";
import { checkExperiment, drifting, type Experiment, openCell } from "@mulligan/core/simulate";
import { meanTime, optimal } from "@mulligan/core/theory";
import {
  checkRewards,
  oracleCutoffs,
  readArms,
  readExperiment,
  splitLaw,
  UsageError,
  wholeNumber,
} from "mulligan/experiment";
import { countText, numberText } from "../design/number-text.ts";
import { optionWords } from "./option-words.ts";
import { MAX_RACE_ARMS, MAX_RACE_POLICIES, type RaceFields } from "./race-fields.ts";

/** Each run has a policy in memory, with all that it learned. */
const MAX_RUNS = 500;
/** The trials of all runs: some two minutes. The command plays more, on all cores. */
const MAX_TRIALS_IN_ALL = 1e8;

/** A message may quote the field, whose text may be of any length. */
const MAX_MESSAGE = 300;

/** A race that cannot be played, and the field that is to blame. */
export class RaceRefusal extends Error {
  override readonly name = "RaceRefusal";
  readonly field: string;

  constructor(field: string, message: string) {
    super(message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message);
    this.field = field;
  }
}

const NO_FILES: ReadonlyMap<string, Float64Array> = new Map();

/** The experiment of `mulligan simulate` with these fields; here the laws may also change once. */
export function readRace(fields: RaceFields): Experiment {
  checkCounts(fields);
  checkFields(fields);
  const horizon = at("horizon", () => positiveNumber("horizon", fields.horizon));
  const runs = at("runs", () => wholeNumber("runs", 1, MAX_RUNS)(fields.runs));
  const seed = at("seed", () => wholeNumber("seed", 0)(fields.seed));
  const common = { reward: fields.reward, resetting: fields.resetting, times: NO_FILES };
  const stationary = at("race", () =>
    readExperiment({
      ...common,
      laws: fields.laws,
      policies: fields.policies,
      horizons: [horizon],
      runs,
      seed,
      cutoffs: fields.cutoffs,
      mode: "abandon",
    }),
  );
  const experiment = fields.later.length === 0 ? stationary : changing(stationary, fields, common);
  at("race", () => checkExperiment(experiment));
  checkWork(experiment, horizon);
  fields.policies.forEach((_, policy) => {
    at(`policy-${policy}`, () => openCell(experiment, { policy, horizon: 0, run: 0 }));
  });
  return experiment;
}

function checkCounts({ laws, later, policies }: RaceFields): void {
  checkCount("options", laws.length, MAX_RACE_ARMS);
  checkCount("policies", policies.length, MAX_RACE_POLICIES);
  if (later.length !== 0 && later.length !== laws.length) {
    throw new RaceRefusal(
      "race",
      `each of the ${laws.length} options must have run times for later, got ${later.length}.`,
    );
  }
}

function checkCount(what: string, count: number, most: number): void {
  if (count >= 1 && count <= most) return;
  throw new RaceRefusal("race", `there must be 1 to ${most} ${what}, got ${count === 0 ? "none" : "more"}.`);
}

/** Checks each field by itself, so that a problem is shown beside it. */
function checkFields(fields: RaceFields): void {
  for (const [name, laws] of [
    ["law", fields.laws],
    ["later", fields.later],
  ] as const) {
    laws.forEach((law, place) => {
      at(`${name}-${place}`, () => {
        parseLaw(splitLaw(law).notation);
        readArms({ laws: [law], reward: "one", resetting: "none", times: NO_FILES });
      });
    });
  }
  at("reward", () => parseReward(fields.reward));
  at("resetting", () => parseResetting(fields.resetting));
  at("cutoffs", () => parseCutoffs(fields.cutoffs));
  fields.policies.forEach((policy, place) => {
    at(`policy-${place}`, () => parsePolicy(policy));
  });
}

/** The same arms with other laws from some time on. */
function changing(
  experiment: Experiment,
  fields: RaceFields,
  common: Omit<Parameters<typeof readArms>[0], "laws">,
): Experiment {
  const from = at("change", () => positiveNumber("change", fields.change));
  const { arms } = experiment.environment.phases[0];
  const later = at("later-0", () => {
    const read = readArms({ ...common, laws: fields.later });
    checkRewards(read, fields.reward);
    return read.map((arm, place) => ({ ...arm, name: arms[place].name }));
  });
  // The cutoffs must suit both laws, so that each has a best rate.
  const { cutoffs, among } = at("cutoffs", () => oracleCutoffs([...arms, ...later], fields.cutoffs));
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

/** Estimates the trials from those of the best decision. Some policies make more. */
function checkWork({ environment, policies, runs }: Experiment, horizon: number): void {
  const { phases } = environment;
  const each = phases.reduce((sum, phase, place) => {
    const until = Math.min(horizon, phases[place + 1]?.from ?? Infinity);
    const best = optimal(phase.arms, phase.among === undefined ? {} : { among: phase.among });
    return sum + Math.max(0, until - phase.from) / meanTime(phase.arms[best.arm], best.cutoff);
  }, 0);
  const all = each * policies.length * runs;
  if (!(all <= MAX_TRIALS_IN_ALL)) {
    throw new RaceRefusal(
      "horizon",
      `this would take about ${all < 1e15 ? countText(Number(all.toPrecision(2))) : numberText(all)} runs, and the page plays at most ${countText(MAX_TRIALS_IN_ALL)}. Choose less time or fewer repetitions, or use the command line.`,
    );
  }
}

/** Not a list, which the command takes. */
function positiveNumber(name: string, text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!(value > 0 && value < Infinity))
    throw new UsageError(`${name}: must be a number above 0, got "${text}"`);
  return value;
}

/** Messages of the command name its options, which are fields here. */
const FIELDS: Readonly<Record<string, string>> = {
  law: "law-0",
  change: "change",
  cutoffs: "cutoffs",
  seed: "seed",
  reward: "reward",
  resetting: "resetting",
  horizon: "horizon",
  runs: "runs",
  policy: "policy-0",
};

/** Refuses at this field what `read` refuses, or at the field whose option the message names, without that option. */
function at<Value>(field: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof RaceRefusal) throw error;
    const [, option, text] = /^(?:--)?(\w+): (.*)$/s.exec(error.message) ?? [];
    if (option === undefined || !(option in FIELDS)) throw new RaceRefusal(field, pageWords(error.message));
    throw new RaceRefusal(field === "race" ? FIELDS[option] : field, pageWords(text));
  }
}

/** Words of the library, and what the page says for them. */
const PAGE_WORDS: readonly (readonly [RegExp, string])[] = [
  // The text stands in the field already.
  [/ at character \d+ of "(?:[^"\\]|\\.)*"$/, ""],
  [/( at character \d+) of "(?:[^"\\]|\\.)*"/, "$1"],
  [/\blaw\b/g, "distribution"],
  [/resetting time/g, "cost of a restart"],
  [/, `mulligan theory` takes any/, ""],
  [/\ban integer\b/g, "a whole number"],
  [/, the time of \d+ trials of the slowest arm/, ""],
  [/got list$/, "got a list"],
];

/** A message of the library in the words of the page. */
function pageWords(message: string): string {
  const words = PAGE_WORDS.reduce((text, [from, to]) => text.replace(from, to), message);
  const text = words.replaceAll(/\b\d{7,}(\.\d+)?\b/g, (digits) => numberText(Number(digits)));
  const [, name = "", option = "", rest = ""] = /^([\w-]+): (\w+)( must .*)$/s.exec(text) ?? [];
  const policy = policies.find((policy) => policy.name === name);
  if (policy === undefined) return text;
  const field = policy.options[option];
  return `${field === undefined ? option : optionWords(name, option, field).label}${rest}`;
}
